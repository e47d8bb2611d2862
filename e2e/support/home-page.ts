import { FORM_IDS, TEASER_POSTS } from '@vidlunnia/shared/contracts';
import { expect, type Locator, type Page } from '@playwright/test';

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
  await expect.poll(() => isLive(form), { message: `form#${id} is live` }).toBe(true);
}

/** What a mouse does that passes over an element, wherever on the page it is. */
export const passOver = (element: Locator): Promise<void> => element.dispatchEvent('pointerover');

/** Whether React has taken over an element: it then keeps its own record on it. */
export const isLive = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactFiber$')));
