import { FORM_IDS, TEASER_POSTS } from '@vidlunnia/shared/contracts';
import { expect, type Page } from '@playwright/test';

/** Opens the home page and waits until all that comes from remotes and from the API stands on it. */
export async function openHome(page: Page, hash = ''): Promise<void> {
  await page.goto(`/${hash}`);
  await untilHomeIsWhole(page);
}

/** Waits until all that comes from remotes and from the API stands on the home page. */
export async function untilHomeIsWhole(page: Page): Promise<void> {
  await expect(page.locator(`#${FORM_IDS.application}`)).toBeVisible();
  await expect(page.locator(`#${FORM_IDS.contact}`)).toBeVisible();
  await expect(page.locator('#blog').getByRole('article')).toHaveCount(TEASER_POSTS);
  await expect(page.locator('#services').getByRole('listitem').first()).toBeVisible();
}
