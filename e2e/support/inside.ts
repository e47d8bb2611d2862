import { expect, type Page } from '@playwright/test';

/** A page of the site without any remote part: nothing of a remote is loaded on it. */
const WITHOUT_REMOTES = '/nemaie';

/**
 * Opens an address by a link inside the site: a page that is opened directly comes rendered from the server, this one
 * is made by the browser. Waits for nothing of it, since some of its files may hang.
 */
export async function openInside(page: Page, address = '/', site = ''): Promise<void> {
  await page.goto(site + WITHOUT_REMOTES);
  await untilLinksAreLive(page);
  await followLink(page, address);
  await page.waitForURL((url) => url.pathname + url.hash === address, { waitUntil: 'commit' });
}

/** Waits until a click on a link is a navigation inside the site: the shell then restores scrolling by itself too. A key is what it is wanted by. */
export async function untilLinksAreLive(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      // A page that is just being opened hears nothing yet.
      await page.keyboard.press('Shift');
      return page.evaluate(() => window.history.scrollRestoration);
    })
    .toBe('manual');
}

/** Follows a plain link, as any part of the page could have one. */
export const followLink = (page: Page, address: string): Promise<void> =>
  page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
