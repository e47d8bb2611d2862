import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page, ViewportSize } from '@playwright/test';
import { messageOf } from '@vidlunnia/settings/machine';
import type { Fault } from './faults';

/** Limit for an island or a link to become live: builds may keep the machine busy. */
const LIVE_DEADLINE_MS = 15_000;
/** Limit for a running script to stop. */
const STOP_DEADLINE_MS = 5_000;

export interface Visit {
  readonly browser: Browser;
  readonly url: string;
  readonly viewport: ViewportSize;
  readonly deadlineMs: number;
}

/**
 * Opens a page in a new profile and walks through it. Resolves to the faults that a visitor would meet; `walk` adds its
 * own. A script that does not end is the only fault.
 */
export async function visit(
  { browser, url, viewport, deadlineMs }: Visit,
  walk: (page: Page, faults: Fault[]) => Promise<void>,
): Promise<readonly Fault[]> {
  const context = await browser.newContext({ viewport, locale: 'uk-UA', reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(LIVE_DEADLINE_MS);
    // tsx wraps named functions in a helper that a page lacks.
    await page.addInitScript('globalThis.__name = (named) => named');
    const stopScript = await debug(page);
    const faults: Fault[] = [];
    await watch(page, new URL(url).origin, faults);
    const walking = page.goto(url).then(() => walk(page, faults));
    const ended = walking.then(
      () => true,
      (error: unknown) => {
        // A page that was left has no more to show.
        if (faults.length === 0)
          faults.push({ where: 'the page', what: messageOf(error).split('\n', 1).join() });
        return true;
      },
    );
    if (await Promise.race([ended, pause(deadlineMs, false, { ref: false })])) return faults;
    const place = await stopScript();
    const what = place === null ? 'is not complete in time' : `hangs: a script does not end, at ${place}`;
    return [{ where: 'the page', what }];
  } finally {
    await context.close();
  }
}

/** Resolves to a function that stops the running script and returns its place, or `null` when none runs. */
async function debug(page: Page): Promise<() => Promise<string | null>> {
  const session = await page.context().newCDPSession(page);
  // A page that hangs would no longer respond to this.
  await session.send('Debugger.enable');
  return () => {
    const stopped = new Promise<string | null>((resolve) => {
      session.once('Debugger.paused', ({ callFrames: [frame] }) => {
        const { lineNumber = 0, columnNumber = 0 } = frame?.location ?? {};
        resolve(frame ? `${frame.url}:${String(lineNumber + 1)}:${String(columnNumber + 1)}` : null);
      });
    });
    session.send('Debugger.pause').catch(() => undefined);
    return Promise.race([stopped, pause(STOP_DEADLINE_MS, null, { ref: false })]);
  };
}

/** Adds what a page logs as an error or throws from now on, and how it leaves its address. It never leaves the site. */
async function watch(page: Page, origin: string, faults: Fault[]): Promise<void> {
  const hear = (line: string) => {
    const [island = 'the page'] = /\b[a-z0-9]+\/[A-Z]\w+/.exec(line) ?? [];
    const what = `says in the console: ${line.split('\n', 3).join(' ').slice(0, 300)}`;
    faults.push({ where: island, what });
  };
  page.on('console', (message) => {
    const text = message.text();
    // Only the location has the address of a failed request.
    if (message.type() === 'error')
      hear(text.startsWith('Failed to load') ? `${text} ${message.location().url}` : text);
  });
  page.on('pageerror', (error) => {
    hear(error.stack ?? error.message);
  });
  let isOpened = false;
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) return;
    if (isOpened) faults.unshift({ where: 'the page', what: `leaves for ${request.url()}` });
    isOpened = true;
  });
  page.on('popup', (opened) => {
    faults.unshift({ where: 'the page', what: `opens a window: ${opened.url()}` });
    void opened.close();
  });
  await page.route(
    (url) => url.origin !== origin,
    // A page that gets no content stays.
    (route) => (route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.abort()),
  );
}

/** Has the shell take over the page's links, as it does at a visitor's first key. */
export async function wake(page: Page): Promise<void> {
  // The browser drops real keys before the first frame.
  await page.evaluate(() => dispatchEvent(new KeyboardEvent('keydown')));
  await page.locator('html[data-follows-links]').waitFor({ state: 'attached' });
  const { complete } = await startOf(page);
  // The browser renders what the server lacked.
  if (!complete) await page.waitForLoadState('networkidle');
}

/** Makes everything on the page live and visible. Resolves to the islands that stayed dead, as faults. */
export async function makeLive(page: Page): Promise<Fault[]> {
  await wake(page);
  const ids = Object.keys((await startOf(page)).islands ?? {});
  await page.evaluate((wanted) => {
    for (const id of wanted)
      document
        .querySelector(`[data-island="${id}"] > *`)
        ?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    for (const image of document.images) image.loading = 'eager';
  }, ids);
  const isSettled = (wanted: readonly string[]) =>
    wanted.every((id) => document.querySelector(`[data-island="${id}"][data-live]`));
  await page.waitForFunction(isSettled, ids).catch(() => undefined);
  const dead = await page.evaluate(async (wanted) => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    return wanted.filter((id) => !document.querySelector(`[data-island="${id}"][data-live="true"]`));
  }, ids);
  return dead.map((where) => ({ where, what: 'crashed, or did not become live' }));
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
