import type { Page } from '@playwright/test';
import type { RemoteName } from '@vidlunnia/contracts';
import { mark, wasReloaded } from '../../support/pages';
import { expect } from '../../support/test';
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

/** All that the failed remote does not make is there. */
export async function expectRestWhole(page: Page, failed: RemoteName): Promise<void> {
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  for (const island of islandsBeside(failed)) await expect(island.whole(page), island.name).toBeVisible();
}

/** Each of the remote's islands comes back by its own button, in the same document. */
export async function expectRetriesToWork(page: Page, remote: RemoteName): Promise<void> {
  await mark(page);
  for (const island of ISLANDS_OF_HOME[remote]) {
    await retryButton(page, island).click();
    await expect(island.whole(page), island.name).toBeVisible();
  }
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
  expect(await wasReloaded(page)).toBe(false);
}

/** The whole home page, nothing missing. */
export async function expectWholeHome(page: Page): Promise<void> {
  for (const island of Object.values(ISLANDS_OF_HOME).flat()) {
    await expect(island.whole(page), island.name).toBeVisible();
  }
  await expect(page.getByRole('button', { name: RETRY })).toHaveCount(0);
}
