import { FORM_IDS, TEASER_POSTS } from '@vidlunnia/contracts';
import { expect, type Page } from '@playwright/test';
import { passOver, untilLive } from './hydration';

/** Opens the home page and waits until all that comes from remotes and from the API stands on it and is live. */
export async function openHome(page: Page, hash = ''): Promise<void> {
  await page.goto(`/${hash}`);
  await untilHomeIsWhole(page);
}

/** Waits until all that comes from remotes and from the API stands on the home page, and its forms are live. */
export async function untilHomeIsWhole(page: Page): Promise<void> {
  for (const id of Object.values(FORM_IDS)) await untilFormIsLive(page, id);
  await expect(page.locator('#blog').getByRole('article')).toHaveCount(TEASER_POSTS);
  await expect(page.locator('#services').getByRole('listitem').first()).toBeVisible();
}

/** Waits until a form's own code has taken over, which it is asked for by a mouse that passes over the form. */
export async function untilFormIsLive(page: Page, id: string): Promise<void> {
  const form = page.locator(`form#${id}`);
  await expect(form).toBeVisible();
  await passOver(form);
  await untilLive(form);
}
