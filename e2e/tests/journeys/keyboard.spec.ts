import type { Page } from '@playwright/test';
import { openHome } from '../../support/home-page';
import { tabThrough, tabTo, type Stop } from '../../support/keyboard';
import { expect, test } from '../../support/one-visit';

const partsInOrder = (stops: readonly Stop[]) =>
  stops.map(({ part }) => part).filter((part, index, parts) => part !== parts[index - 1]);

const unseen = (stops: readonly Stop[]) => stops.filter(({ seen, inWindow }) => !seen || !inWindow);

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

async function expectSkipLink(page: Page): Promise<void> {
  const skip = page.getByRole('link', { name: 'Перейти до вмісту' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
}

test('Tab leads through the home page in its order, every stop seen, at 1440 and 360 px; the skip link leads past the header', async ({
  page,
}) => {
  await openHome(page);
  for (const { width, height } of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize({ width, height });
    const stops = await tabThrough(page);
    expect(unseen(stops), String(width)).toEqual([]);
    expect(partsInOrder(stops), String(width)).toEqual([
      'page',
      'header',
      'hero',
      'vacancies',
      'blog',
      'contact',
      'footer',
    ]);
    const all = page.locator(':is(a[href], button, input, select, textarea):visible:not([tabindex="-1"])');
    await expect(all, String(width)).toHaveCount(stops.length);
  }
  await expectSkipLink(page);
});

for (const [name, address] of [
  ['a post’s page', '/blog/piat-kaviaren'],
  ['the not-found page', '/nemaie'],
] as const) {
  test(`Tab leads through ${name} in its order, every stop seen; the skip link leads past the header`, async ({
    page,
  }) => {
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    const stops = await tabThrough(page);
    expect(unseen(stops)).toEqual([]);
    expect(partsInOrder(stops)).toEqual(['page', 'header', 'page', 'footer']);
    await expectSkipLink(page);
  });
}

test('a post is opened and left without a mouse', async ({ page }) => {
  await openHome(page);
  const link = page.locator('#blog').getByRole('link').nth(1);
  await tabTo(link);
  await expect(link).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page.getByRole('link', { name: 'Назад до статей' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(link).toBeInViewport();
});
