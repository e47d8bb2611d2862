import { setTimeout as pause } from 'node:timers/promises';
import { chromium, devices, type Browser, type CDPSession, type Page } from '@playwright/test';
import { BROWSER_ARGUMENTS, findBrowser } from '@vidlunnia/scripts';

const DEADLINE_MS = 60_000;
const POLLING_MS = 50;

export const launchBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({ args: [...BROWSER_ARGUMENTS, ...more], executablePath: findBrowser() });

/**
 * Lighthouse's mobile throttling (150 ms, 1.6 Mbit/s down, 750 kbit/s up, processor 4 times slower), as Lighthouse sets
 * it in a browser, where one latency per request represents all round trips. Source:
 * lighthouse/core/config/constants.js, `mobileSlow4G`.
 */
const NETWORK = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};
const CPU_RATE = 4;

/** A page on a phone with an empty profile, and its developer tools. */
export interface Phone {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Runs `use` with a phone, optionally with throttled processor and network. */
export async function withPhone<Result>(
  browser: Browser,
  isThrottled: boolean,
  use: (phone: Phone) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ...devices['Moto G4'], locale: 'uk-UA' });
  try {
    const page = await context.newPage();
    // tsx calls this helper in functions, and functions that run in a page need it too.
    await page.addInitScript('globalThis.__name = (named) => named');
    const devtools = await context.newCDPSession(page);
    if (isThrottled) {
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', NETWORK);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
    }
    return await use({ page, devtools });
  } finally {
    await context.close();
  }
}

/**
 * Polls a page until `look` returns a value. Playwright's own waiting costs a slow phone some hundred milliseconds, in
 * the middle of the measurement.
 */
export async function until<Seen>(
  page: Page,
  look: (argument: string) => Seen | undefined,
  argument = '',
): Promise<Seen> {
  const end = Date.now() + DEADLINE_MS;
  while (Date.now() < end) {
    // Fails during a navigation.
    const seen = await page.evaluate<Seen | undefined, string>(look, argument).catch(() => undefined);
    if (seen !== undefined) return seen;
    await pause(POLLING_MS);
  }
  throw new Error(`Not seen: ${argument || look.toString()}`);
}

/** Opens a page. Resolves at the first paint. */
export async function openPainted(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' });
  await until(page, () => performance.getEntriesByType('paint')[0]?.startTime);
}

/** Waits until an element has a layout, and scrolls to it at once. Resolves to its centre. */
export async function reach(page: Page, selector: string) {
  await until(
    page,
    (wanted) => (document.querySelector(wanted)?.getClientRects().length ? true : undefined),
    selector,
  );
  return page.evaluate((wanted) => {
    const element = document.querySelector(wanted);
    if (!element) throw new Error(`Not found: ${wanted}`);
    // A sticky element is already in the window.
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) element.scrollIntoView({ behavior: 'instant', block: 'center' });
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, selector);
}

/** Touches an element like a finger, independent of the page's scripts. */
export async function tap({ page, devtools }: Phone, selector: string): Promise<void> {
  const touchPoints = [await reach(page, selector)];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Milliseconds since 1970, which are comparable across documents. */
interface Notes {
  shownAt?: number;
}

/** Name in `sessionStorage` of the last press (finger, button or key); it survives a navigation. */
const PRESSED = 'bench-pressed-at';

/** Makes every page record when an element or a letter in a field was first visible, and when the last press was. */
export const noteShown = (page: Page, selector: string): Promise<unknown> =>
  page.addInitScript(
    ({ selector, pressed }) => {
      const notes: Notes = {};
      Object.assign(globalThis, { notes });
      const look = () => {
        if (notes.shownAt !== undefined || !document.querySelector(selector)) return;
        // After the frame with the element.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => (notes.shownAt ??= performance.timeOrigin + performance.now());
          port2.postMessage(null);
        });
      };
      const notePress = ({ timeStamp }: Event) => {
        if (notes.shownAt === undefined)
          sessionStorage.setItem(pressed, String(performance.timeOrigin + timeStamp));
      };
      addEventListener('pointerup', notePress, true);
      addEventListener('keydown', notePress, true);
      addEventListener('input', look, true);
      new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        attributeFilter: ['open'],
      });
    },
    { selector, pressed: PRESSED },
  );

/** Waits until the element is on the screen. Resolves to the milliseconds since the last press. */
export async function untilShown(page: Page): Promise<number> {
  const shownAt = await until(page, () => (globalThis as unknown as { notes: Notes }).notes.shownAt);
  const pressedAt = await page.evaluate((pressed) => Number(sessionStorage.getItem(pressed) ?? NaN), PRESSED);
  return shownAt - pressedAt;
}
