import type { Page } from '@playwright/test';

/** A stretch of time in which the page did not answer. */
export interface Delay {
  readonly what: string;
  /** Milliseconds. */
  readonly took: number;
  /** Milliseconds from the navigation. */
  readonly at: number;
}

interface Delays {
  /** Events of interactions: from the input to the next frame (https://www.w3.org/TR/event-timing/). */
  readonly events: Delay[];
  /** Tasks of more than 50 ms. */
  readonly tasks: Delay[];
}

/** Has a page note its slow answers to input and its long tasks. */
export async function noteDelays(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const delays: Delays = { events: [], tasks: [] };
    Object.assign(globalThis, { delays });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (!entry.interactionId) continue;
        const target = entry.target instanceof Element ? entry.target.localName : '';
        delays.events.push({ what: `${entry.name} ${target}`, took: entry.duration, at: entry.startTime });
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const { duration, startTime } of list.getEntries())
        delays.tasks.push({ what: 'task', took: duration, at: startTime });
    }).observe({ type: 'longtask', buffered: true });
  });
}

/** The slowest answer to input and the longest task so far. */
export async function slowest(page: Page): Promise<{ readonly event: Delay; readonly task: Delay }> {
  const { events, tasks } = await page.evaluate(() => (globalThis as unknown as { delays: Delays }).delays);
  return { event: longest(events), task: longest(tasks) };
}

const longest = (delays: readonly Delay[]) =>
  delays.reduce((worst, delay) => (delay.took > worst.took ? delay : worst), { what: '', took: 0, at: 0 });
