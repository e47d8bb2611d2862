import type { Page } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/shared/contracts';

/** Milliseconds between two looks of the page at itself. */
const INTERVAL = 20;
/** Milliseconds that a page may take on a slow phone. */
const DEADLINE = 60_000;

/** What the page notes in itself. */
interface Noted {
  /** Milliseconds from the navigation to the moment at which React keeps its record on the contact form: it is live. */
  hydratedAt?: number;
  /** Milliseconds to the largest paint so far. */
  paintedAt?: number;
}

/** Has every page that is opened note when its contact form became live and when it was painted. */
export async function noteMilestones(page: Page): Promise<void> {
  await page.addInitScript(
    ({ form, interval }) => {
      const noted: Noted = {};
      Object.assign(globalThis, { noted });
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) noted.paintedAt = startTime;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      const look = setInterval(() => {
        const element = document.getElementById(form);
        if (!element || !Object.keys(element).some((key) => key.startsWith('__reactFiber$'))) return;
        noted.hydratedAt = performance.now();
        clearInterval(look);
      }, interval);
    },
    { form: FORM_IDS.contact, interval: INTERVAL },
  );
}

/** Waits until the page's contact form is live. */
export async function untilHydrated(page: Page): Promise<Required<Noted>> {
  await page.waitForFunction(
    () => (globalThis as unknown as { noted: Noted }).noted.hydratedAt !== undefined,
    undefined,
    { timeout: DEADLINE, polling: 200 },
  );
  const { hydratedAt = NaN, paintedAt = NaN } = await page.evaluate(
    () => (globalThis as unknown as { noted: Noted }).noted,
  );
  return { hydratedAt, paintedAt };
}
