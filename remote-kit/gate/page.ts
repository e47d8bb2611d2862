import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page, ViewportSize } from '@playwright/test';
import { messageOf } from '@vidlunnia/settings/errors';
import type { Box } from './findings';

/** Limit for an island to become live: builds may keep the machine busy. */
const LIVE_DEADLINE_MS = 15_000;
/** Limit for a page. */
const PAGE_DEADLINE_MS = 45_000;
/** Limit for a running script to stop. */
const STOP_DEADLINE_MS = 5_000;

export interface OpenPage {
  readonly page: Page;
  /** Console and script errors so far. */
  readonly output: readonly string[];
  /** Islands that did not become live. */
  readonly dead: readonly string[];
}

/** Opens a page in its own context and makes it live. Rejects with the fault that a visitor would meet. */
export async function openPage(browser: Browser, url: string, viewport: ViewportSize): Promise<OpenPage> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const stopScript = await debug(page);
  const { output, departures } = await watch(page, new URL(url).origin);
  const opening = page.goto(url).then(() => makeLive(page));
  // Closing the page rejects it.
  opening.catch(() => undefined);
  try {
    const dead = await Promise.race([opening, pause(PAGE_DEADLINE_MS, null, { ref: false })]);
    if (departures[0] !== undefined) throw new Error(departures[0]);
    if (dead) return { page, output, dead };
  } catch (error) {
    throw new Error(departures[0] ?? messageOf(error).split('\n', 1).join(), { cause: error });
  }
  const place = await stopScript();
  await context.close();
  throw new Error(`hangs: a script does not end, at ${place ?? 'no known place'}`);
}

/** Resolves to a function that stops the running script and returns its place, or `null` when none runs. */
async function debug(page: Page): Promise<() => Promise<string | null>> {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => void urls.set(scriptId, url));
  await session.send('Debugger.enable');
  return () => {
    const stopped = new Promise<string>((resolve) => {
      session.once('Debugger.paused', ({ callFrames: [frame] }) => {
        const { scriptId = '', lineNumber = 0, columnNumber = 0 } = frame?.location ?? {};
        resolve(`${urls.get(scriptId) ?? ''}:${String(lineNumber + 1)}:${String(columnNumber + 1)}`);
      });
    });
    session.send('Debugger.pause').catch(() => undefined);
    return Promise.race([stopped, pause(STOP_DEADLINE_MS, null, { ref: false })]);
  };
}

/** Collects from now on what a page logs or throws, and in words how it leaves the site, which is prevented. */
export async function watch(page: Page, origin: string) {
  const output: string[] = [];
  const departures: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' && !text.includes(' stays as the server rendered it')) return;
    // Only the location has the address of a failed request.
    output.push(text.startsWith('Failed to load') ? `${text} ${message.location().url}` : text);
  });
  page.on('pageerror', (error) => output.push(error.stack ?? error.message));
  page.on('popup', (opened) => void departures.push(`opens a window: ${opened.url()}`));
  await page.route(
    (url) => url.origin !== origin,
    (route) => {
      const request = route.request();
      if (request.isNavigationRequest()) departures.push(`leaves the site for ${request.url()}`);
      return route.abort();
    },
  );
  return { output, departures };
}

/** The part of a document's start data that the gate reads. */
interface Start {
  /** Whether the server rendered every island. */
  readonly complete?: boolean;
  /** Islands with behaviour. */
  readonly islands?: object;
}

const startOf = (page: Page): Promise<Start> =>
  page.evaluate(() => JSON.parse(document.getElementById('page-start')?.textContent ?? '{}') as Start);

/** Has the shell take over the page's links, as it does at a visitor's first key. */
export async function wake(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.waitForFunction(() => history.scrollRestoration === 'manual', null, {
    timeout: LIVE_DEADLINE_MS,
  });
  const { complete } = await startOf(page);
  // The browser renders what the server lacked.
  if (!complete) await page.waitForLoadState('networkidle');
}

/** Acts like a visitor who looks at the whole page. Resolves to the islands that stayed dead. */
async function makeLive(page: Page): Promise<string[]> {
  await wake(page);
  const { islands = {} } = await startOf(page);
  const ids = Object.keys(islands);
  await page.evaluate((wanted) => {
    for (const id of wanted)
      document
        .querySelector(`[data-island="${id}"] > *`)
        ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    for (const image of document.images) image.loading = 'eager';
  }, ids);
  const isSettled = (wanted: readonly string[]) =>
    wanted.every((id) => document.querySelector(`[data-island="${id}"][data-live]`));
  await page.waitForFunction(isSettled, ids, { timeout: LIVE_DEADLINE_MS }).catch(() => undefined);
  return page.evaluate(async (wanted) => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    return wanted.filter((id) => !document.querySelector(`[data-island="${id}"][data-live="true"]`));
  }, ids);
}

/** Where the islands of a page are, and the pixels by which it is wider than its window. */
export const measure = (
  page: Page,
): Promise<{ readonly islands: readonly Box[]; readonly sideways: number }> =>
  page.evaluate(() => {
    const places = [...document.querySelectorAll<HTMLElement>('[data-island]')];
    const idOf = (place: HTMLElement) => place.dataset['island'] ?? '';
    const islands = places.map((place) => {
      const within = places.filter((other) => other !== place && other.contains(place)).map(idOf);
      // An island's element has no box of its own; its children have, and what is fixed to the window.
      const parts = [...place.querySelectorAll('*')].filter(
        (part) => part.parentElement === place || getComputedStyle(part).position === 'fixed',
      );
      const boxes = parts
        .map((part) => part.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 || height > 0);
      if (boxes.length === 0) return { id: idOf(place), within, x: 0, y: 0, width: 0, height: 0 };
      const [x, y] = [Math.min(...boxes.map(({ left }) => left)), Math.min(...boxes.map(({ top }) => top))];
      const width = Math.max(...boxes.map(({ right }) => right)) - x;
      const height = Math.max(...boxes.map(({ bottom }) => bottom)) - y;
      return { id: idOf(place), within, x: x + scrollX, y: y + scrollY, width, height };
    });
    const root = document.documentElement;
    return { islands, sideways: root.scrollWidth - root.clientWidth };
  });

/**
 * A screenshot of the whole page without the team's islands. These get the heights that they have in the live page, so
 * that a new height moves nothing.
 */
export async function photographOthers(
  page: Page,
  own: string,
  live: readonly Box[],
  path?: string,
): Promise<Buffer> {
  const { islands } = await measure(page);
  const styles = islands.map(({ id, height }) => {
    const held = live.find((island) => island.id === id)?.height ?? 0;
    const overflow = Math.abs(height - held) < 0.1 ? 'visible' : 'clip';
    return [id, `display: flow-root; height: ${String(held)}px; overflow: ${overflow}`] as const;
  });
  const places = page.locator(own);
  await places.evaluateAll((elements, byId) => {
    for (const place of elements) place.style.cssText = byId[place.dataset['island'] ?? ''] ?? '';
  }, Object.fromEntries(styles));
  const picture = await page.screenshot({
    fullPage: true,
    animations: 'disabled',
    caret: 'hide',
    mask: [places],
    ...(path !== undefined && { path }),
  });
  await places.evaluateAll((elements) => {
    for (const place of elements) place.removeAttribute('style');
  });
  return picture;
}
