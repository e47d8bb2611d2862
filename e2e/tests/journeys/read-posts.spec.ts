import type { Page } from '@playwright/test';
import { markDocument, openHome, scrollTo, untilLinksAreLive, wasReloaded } from '../../support/pages';
import { softExpect as expect, test } from '../../support/test';

const POST = '/blog/kava-i-chai';

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);

const untilScrolledTo = (page: Page, top: number) =>
  expect.poll(async () => Math.abs((await scrollY(page)) - top)).toBeLessThan(3);

const wayHome = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'На головну', exact: true });
const wayToPosts = (page: Page) => page.getByRole('link', { name: 'Назад до статей' });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('every way back from a post restores the position on the home page, also from the next post and after a reload', async ({
  page,
}) => {
  await openHome(page);
  await markDocument(page);
  const card = page.locator('#blog').getByRole('article').first();
  const link = card.getByRole('link');
  await scrollTo(link);
  const before = await scrollY(page);
  expect(before).toBeGreaterThan(1_000);
  const expectBack = async () => {
    await expect(page).toHaveURL('/');
    await expect(card).toBeInViewport();
    await untilScrolledTo(page, before);
  };
  for (const [way, goBack] of [
    ['the browser’s back button', () => page.goBack()],
    ['the post’s link to all posts', () => wayToPosts(page).click()],
    ['the header’s link', () => wayHome(page).click()],
  ] as const) {
    await test.step(way, async () => {
      const name = await card.getByRole('heading').innerText();
      await link.click();
      await expect(title(page)).toHaveText(name);
      await expect.poll(() => scrollY(page)).toBe(0);
      await goBack();
      await expectBack();
    });
  }
  await test.step('from the next post', async () => {
    await link.click();
    await page.getByRole('article').getByRole('link', { name: 'словами на вагу' }).click();
    await expect(title(page)).toHaveText('Слова на вагу');
    await expect.poll(() => scrollY(page)).toBe(0);
    await wayToPosts(page).click();
    await expectBack();
  });
  expect(await wasReloaded(page)).toBe(false);
  await test.step('after a reload', async () => {
    await link.click();
    await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
    await page.reload();
    await untilLinksAreLive(page);
    await wayToPosts(page).click();
    await expectBack();
  });
});

test('a typed address opens at the top; a reload or the back button restores the position', async ({
  page,
}) => {
  const leaveAt = async (top: number) => {
    await untilLinksAreLive(page);
    await page.evaluate((y) => {
      window.scrollTo({ top: y, behavior: 'instant' });
    }, top);
    await untilScrolledTo(page, top);
  };
  await page.goto('/');
  await leaveAt(5000);
  await page.goto(POST);
  await untilLinksAreLive(page);
  expect(await scrollY(page)).toBe(0);
  await leaveAt(700);
  await page.reload();
  await untilLinksAreLive(page);
  await untilScrolledTo(page, 700);
  await page.goBack();
  await untilLinksAreLive(page);
  await untilScrolledTo(page, 5000);

  await test.step('a post that was opened directly leads to the top of the home page', async () => {
    await page.goto(POST);
    await untilLinksAreLive(page);
    await wayHome(page).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Гукнемо' })).toBeInViewport();
    expect(await scrollY(page)).toBe(0);
  });
});
