import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';

/** Milliseconds that anything may take on a slow phone, and between two looks at it. */
export const DEADLINE = 60_000;
const POLLING = 50;

/**
 * Looks at a page until there is something to see. Not Playwright's own waiting: what that puts into a page costs a
 * slow phone some hundred milliseconds, in the middle of what is measured.
 */
export async function until<Seen>(
  page: Page,
  look: (argument: string) => Seen | undefined,
  argument = '',
): Promise<Seen> {
  const end = Date.now() + DEADLINE;
  while (Date.now() < end) {
    // A page that is just being left has nothing to see.
    const seen = await page.evaluate<Seen | undefined, string>(look, argument).catch(() => undefined);
    if (seen !== undefined) return seen;
    await pause(POLLING);
  }
  throw new Error(`Nothing was seen of ${argument || look.toString()}`);
}

/** Opens a page. Resolves as soon as something of it is painted. */
export async function openPainted(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' });
  await until(page, () => performance.getEntriesByType('paint')[0]?.startTime);
}

/** Waits until there is an element that has a place on the page. */
export const untilThere = (page: Page, selector: string): Promise<true> =>
  until(
    page,
    (wanted) => (document.querySelector(wanted)?.getClientRects().length ? true : undefined),
    selector,
  );

/** Brings an element into the window at once, as a jump does. */
export const jumpTo = (page: Page, selector: string): Promise<void> =>
  page.evaluate((wanted) => {
    document.querySelector(wanted)?.scrollIntoView({ behavior: 'instant', block: 'center' });
  }, selector);

/** The middle of an element in the window. */
export const middleOf = (page: Page, selector: string) =>
  page.evaluate((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect();
    if (!box) throw new Error(`There is no ${wanted}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, selector);

/** Touches an element as a finger does, wherever the page is with its scripts. It has to be in the window. */
export async function tap(page: Page, devtools: CDPSession, selector: string): Promise<void> {
  const touchPoints = [await middleOf(page, selector)];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
