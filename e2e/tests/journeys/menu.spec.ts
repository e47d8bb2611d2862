import { expectAccessible } from '../../support/accessible';
import { softExpect as expect, test } from '../../support/test';
import { openHome, tabTo, untilLinksAreLive } from '../../support/pages';

test.use({ viewport: { width: 360, height: 740 } });

test('the menu of a small screen: accessibility, keyboard, mouse, focus, scrolling, and a link to a section', async ({
  page,
}) => {
  const openButton = page.getByRole('button', { name: 'Відкрити меню' });
  const menu = page.getByRole('dialog', { name: 'Меню' });
  const closeButton = menu.getByRole('button', { name: 'Закрити меню' });
  const inside = () => menu.evaluate((dialog) => dialog.contains(document.activeElement));
  await openHome(page);
  await untilLinksAreLive(page);

  await test.step('Enter opens it; it traps the focus; Escape closes it and restores the focus', async () => {
    await tabTo(openButton);
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await expect(openButton).toHaveAttribute('aria-expanded', 'true');
    await expect(menu.getByRole('link', { name: 'Про нас' })).toBeFocused();
    await expectAccessible(page, 'the open menu');
    const count = await menu.locator('a[href], button').count();
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press <= count; press++) {
        await page.keyboard.press(key);
        expect(await inside()).toBe(true);
      }
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(openButton).toBeFocused();
    await expect(openButton).toHaveAttribute('aria-expanded', 'false');
  });

  await test.step('the page behind it does not scroll; its button closes it and restores the focus', async () => {
    await openButton.click();
    await expect(menu).toBeVisible();
    await page.mouse.move(180, 500);
    await page.mouse.wheel(0, 1500);
    await closeButton.press('Enter');
    await expect(openButton).toBeFocused();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step('a link closes it and leads to its section', async () => {
    await openButton.press('Enter');
    await menu.getByRole('link', { name: 'Вакансії' }).press('Enter');
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL('/#vacancies');
    await expect
      .poll(() =>
        page.locator('#vacancies').evaluate((section) => Math.abs(section.getBoundingClientRect().top)),
      )
      .toBeLessThan(140);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: /^Відгукнутися на вакансію/ }).first()).toBeFocused();
  });
});
