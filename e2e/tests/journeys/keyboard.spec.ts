import type { Page } from '@playwright/test';
import { openHome } from '../../support/home-page';
import { ADDRESSES } from '../../support/addresses';
import { tabThrough, tabTo, type Stop } from '../../support/keyboard';
import { expect, test } from '../../support/one-visit';

/** All that can have the focus. */
const STOPS =
  ':is(a[href], button, input, select, textarea, [tabindex]):visible:not([tabindex="-1"], dialog *)';

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

for (const [name, address] of Object.entries(ADDRESSES)) {
  test(`Tab leads through ${name} stop by stop as before, every stop seen, at 1440 and 360 px; the skip link leads past the header`, async ({
    page,
  }) => {
    if (address === '/') await openHome(page);
    else await page.goto(address);
    const lines: string[] = [];
    for (const { width, height } of [
      { width: 1440, height: 900 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize({ width, height });
      const stops = await tabThrough(page);
      expect(unseen(stops), String(width)).toEqual([]);
      await expect(page.locator(STOPS), String(width)).toHaveCount(stops.length);
      lines.push(`${String(width)} px`, ...stops.map(({ line }) => line), '');
    }
    expect(lines.join('\n')).toMatchSnapshot(`${name}-by-keyboard.txt`);
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
