import type { Page } from '@playwright/test';
import { FORM_IDS } from '@vidlunnia/contracts';
import { Form } from '../../support/form';
import { untilFormIsLive } from '../../support/home-page';
import { isLive, untilPageIsLive } from '../../support/hydration';
import { followLink, untilLinksAreLive } from '../../support/inside';
import { expect, test } from '../../support/test';
import { mark, wasReloaded } from '../../support/reloads';

/** Leaves the home page by a link inside the site, and comes back by another. */
async function leaveAndComeBack(page: Page): Promise<void> {
  await mark(page);
  await followLink(page, '/nemaie');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Тут навіть луна мовчить');
  await followLink(page, '/');
  await expect(page.locator('#hero').getByRole('heading', { level: 1 })).toBeVisible();
  expect(await wasReloaded(page)).toBe(false);
}

test('whoever comes back to the home page finds it whole and as it was, asked for once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'xhr' || request.resourceType() === 'fetch') asked.push(request.url());
  });
  await page.goto('/');
  await untilPageIsLive(page);
  const before = await page.getByRole('main').innerText();
  await leaveAndComeBack(page);
  await untilFormIsLive(page, FORM_IDS.contact);
  expect(await page.getByRole('main').innerText()).toBe(before);
  expect(asked).toEqual([]);
});

test('what was typed on the home page is there when the visitor comes back, and sends itself by its own code', async ({
  page,
}) => {
  await page.goto('/');
  const form = new Form(page, 'contact');
  await form.untilLive();
  await untilLinksAreLive(page);
  await form.fill({ name: 'Оля' });
  await leaveAndComeBack(page);
  await form.expectValues({ name: 'Оля' });
  expect(await isLive(form.element)).toBe(true);
});
