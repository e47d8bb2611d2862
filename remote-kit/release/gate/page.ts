import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page, ViewportSize } from '@playwright/test';
import { messageOf } from '@vidlunnia/settings/errors';

/** Milliseconds for an island to become live: builds may keep the machine busy. */
const LIVE_DEADLINE = 15_000;
/** Milliseconds without a change after which the page counts as complete. */
const QUIET = 1_500;
/** Milliseconds for delayed effects. */
const EFFECTS = 100;
/** Milliseconds until a page is opened again: sometimes a busy browser draws no frame for a page. */
const REOPEN_AFTER = 30_000;
/** Milliseconds for a running script to stop. */
const PAUSE_DEADLINE = 5_000;

export interface OpenPage {
  readonly page: Page;
  /** Console and script errors so far. */
  readonly output: readonly string[];
  /** Islands that did not become live. */
  readonly dead: readonly string[];
}

/** Opens a page in its own context and makes it live. Rejects with the fault that a visitor would meet. */
export async function openPage(
  browser: Browser,
  url: string,
  viewport: ViewportSize,
  isLast = false,
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const stopScript = await debug(page);
  const output = watch(page);
  const departures = await watchDepartures(page, new URL(url).origin);
  const opening = page.goto(url).then(() => makeLive(page));
  // Closing the page rejects it.
  opening.catch(() => undefined);
  try {
    const dead = await Promise.race([opening, pause(REOPEN_AFTER, null, { ref: false })]);
    if (departures[0] !== undefined) throw new Error(departures[0]);
    if (dead) return { page, output, dead };
  } catch (error) {
    throw new Error(departures[0] ?? messageOf(error).split('\n', 1).join(), { cause: error });
  }
  const place = await stopScript();
  await context.close();
  if (isLast || place !== null)
    throw new Error(`hangs: a script does not end, at ${place ?? 'no known place'}`);
  return openPage(browser, url, viewport, true);
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
    return Promise.race([stopped, pause(PAUSE_DEADLINE, null, { ref: false })]);
  };
}

/** Collects the errors that a page logs or throws from now on. */
export function watch(page: Page): readonly string[] {
  const output: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' && !text.includes(' stays as the server rendered it')) return;
    // Only the location has the address of a failed request.
    output.push(text.startsWith('Failed to load') ? `${text} ${message.location().url}` : text);
  });
  page.on('pageerror', (error) => output.push(error.stack ?? error.message));
  return output;
}

/** Collects in words how a page leaves the site from now on, and prevents it. */
export async function watchDepartures(page: Page, origin: string): Promise<string[]> {
  const departures: string[] = [];
  page.on('popup', (opened) => void departures.push(`opens a window: ${opened.url()}`));
  await page.route(
    (url) => url.origin !== origin,
    (route) => {
      const request = route.request();
      if (request.isNavigationRequest()) departures.push(`leaves the site for ${request.url()}`);
      return route.abort();
    },
  );
  return departures;
}

/** Resolves when the browser has rendered the parts that the server lacked: nothing has changed for a while. */
export async function untilComplete(page: Page): Promise<void> {
  await page.evaluate(
    async ([quiet, deadline]) => {
      const { complete } = JSON.parse(document.getElementById('page-start')?.textContent ?? '{}') as {
        complete?: boolean;
      };
      const look = () =>
        [
          document.body.innerHTML.length,
          performance.getEntriesByType('resource').length,
          [...document.images].every((image) => image.complete),
        ].join();
      let [last, since] = ['', Date.now()];
      for (const end = since + deadline; !complete && Date.now() < end && Date.now() < since + quiet;) {
        if (look() !== last) [last, since] = [look(), Date.now()];
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    [QUIET, LIVE_DEADLINE] as const,
  );
}

/** Acts like a visitor who looks at the whole page. Resolves to the islands that stayed dead. */
async function makeLive(page: Page): Promise<string[]> {
  await page.keyboard.press('Shift');
  await untilComplete(page);
  const dead = await page.evaluate(async (deadline) => {
    const isLive = (element: Element | null) =>
      element !== null && Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
    const { islands } = JSON.parse(document.getElementById('page-start')?.textContent ?? '{}') as {
      islands?: object;
    };
    const contentOf = (id: string) => document.querySelector(`[data-island="${id}"] > *`);
    let waiting = Object.keys(islands ?? {});
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo({ top: y, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
    }
    for (const id of waiting)
      contentOf(id)?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    for (const end = Date.now() + deadline; Date.now() < end;) {
      waiting = waiting.filter((id) => !isLive(contentOf(id)));
      if (waiting.length === 0 && isLive(document.getElementById('main'))) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    return waiting;
  }, LIVE_DEADLINE);
  await pause(EFFECTS);
  return dead;
}
