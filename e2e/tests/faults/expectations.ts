import type { Page } from '@playwright/test';
import type { RemoteName } from '@vidlunnia/contracts';
import { expect } from '../../support/test';
import { passDeadlines } from './page-clock';
import { ISLANDS_OF_HOME, islandsBeside, type HomeIsland } from './islands-of-home';

export const RETRY = 'Спробувати ще раз';
export const RETRYING = 'Пробуємо ще раз…';

export const retryButton = (page: Page, island: HomeIsland) =>
  island.place(page).getByRole('button', { name: RETRY });

/** The remote's islands have failed, each in its place and with its words. */
export async function expectFailed(page: Page, remote: RemoteName): Promise<void> {
  for (const island of ISLANDS_OF_HOME[remote]) {
    await expect(island.place(page)).toContainText(island.words);
    await expect(retryButton(page, island)).toBeVisible();
    for (const name of island.links) {
      await expect(island.place(page).getByRole('link', { name }).first()).toBeVisible();
    }
  }
}

/** A remote's files hang: its islands wait for them until their deadlines, and say so then. Needs the page's clock. */
export async function expectToFailInTime(page: Page, remote: RemoteName): Promise<void> {
  // What comes by itself is there before the clock is moved.
  await expectRestWhole(page, remote);
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
  const failed = page.getByRole('button', { name: RETRY });
  await passDeadlines(page, async () => (await failed.count()) === ISLANDS_OF_HOME[remote].length);
  await expectFailed(page, remote);
}

/** All that the failed remote does not make is there. */
export async function expectRestWhole(page: Page, failed: RemoteName): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  for (const island of islandsBeside(failed)) await expect(island.whole(page), island.name).toBeVisible();
}

/** The remote's islands come back by their own buttons, in the same document; all of them, or the first `count`. */
export async function expectRetriesToWork(page: Page, remote: RemoteName, count = Infinity): Promise<void> {
  const started = await page.evaluate(() => performance.timeOrigin);
  const islands = ISLANDS_OF_HOME[remote];
  for (const island of islands.slice(0, count)) {
    await retryButton(page, island).click();
    await expect(island.whole(page), island.name).toBeVisible();
  }
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(Math.max(islands.length - count, 0));
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(started);
}

/** The whole home page, nothing missing. */
export async function expectWholeHome(page: Page): Promise<void> {
  for (const island of Object.values(ISLANDS_OF_HOME).flat()) {
    await expect(island.whole(page), island.name).toBeVisible();
  }
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
}
