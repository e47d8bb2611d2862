import type { Page } from '@playwright/test';
import { openHome } from '../../support/home-page';
import { tabTo } from '../../support/keyboard';
import { expect, test } from '../../support/test';

test.describe('the menu of a small screen', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  const openButton = (page: Page) => page.getByRole('button', { name: 'Відкрити меню' });
  const menu = (page: Page) => page.getByRole('dialog', { name: 'Меню' });

  test('opens by Enter, keeps the focus inside, and gives it back when closed by Escape', async ({
    page,
  }) => {
    await openHome(page);
    await tabTo(openButton(page));
    await page.keyboard.press('Enter');
    await expect(menu(page)).toBeVisible();
    await expect(openButton(page)).toHaveAttribute('aria-expanded', 'true');
    const inside = () => menu(page).evaluate((dialog) => dialog.contains(document.activeElement));
    expect(await inside()).toBe(true);
    const count = await menu(page).locator('a[href], button').count();
    for (let press = 0; press <= count; press++) {
      await page.keyboard.press('Tab');
      expect(await inside()).toBe(true);
    }
    for (let press = 0; press <= count; press++) {
      await page.keyboard.press('Shift+Tab');
      expect(await inside()).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(openButton(page)).toBeFocused();
    await expect(openButton(page)).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes by its button, which also gives the focus back', async ({ page }) => {
    await openHome(page);
    await openButton(page).click();
    await menu(page).getByRole('button', { name: 'Закрити меню' }).press('Enter');
    await expect(menu(page)).toBeHidden();
    await expect(openButton(page)).toBeFocused();
  });

  test('leads to a section and is closed then', async ({ page }) => {
    await openHome(page);
    await openButton(page).press('Enter');
    await menu(page).getByRole('link', { name: 'Вакансії' }).press('Enter');
    await expect(menu(page)).toBeHidden();
    await expect(page).toHaveURL('/#vacancies');
    await expect
      .poll(() =>
        page.locator('#vacancies').evaluate((section) => Math.abs(section.getBoundingClientRect().top)),
      )
      .toBeLessThan(140);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /^Відгукнутися на вакансію/ }).first()).toBeFocused();
  });

  test('does not let the page behind it be scrolled to', async ({ page }) => {
    await openHome(page);
    await openButton(page).click();
    await expect(menu(page)).toBeVisible();
    await page.mouse.move(195, 500);
    await page.mouse.wheel(0, 1500);
    await menu(page).getByRole('button', { name: 'Закрити меню' }).click();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });
});
