import type { Page } from '@playwright/test';

/** Milliseconds that anything may take on a slow phone. */
export const DEADLINE = 60_000;
/** Milliseconds between two looks at a page from outside. */
export const POLLING = 50;

/** Opens a page. Resolves as soon as something of it is painted. */
export async function openPainted(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0, undefined, {
    timeout: DEADLINE,
    polling: POLLING,
  });
}

/** Brings an element into the window at once, as a jump does. */
export const jumpTo = (page: Page, selector: string): Promise<void> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      element.scrollIntoView({ behavior: 'instant', block: 'center' });
    });
