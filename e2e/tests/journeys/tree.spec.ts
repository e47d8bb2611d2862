import { softExpect as expect, test } from '../../support/test';
import { ADDRESSES, openHome, prepareForPicture, untilLinksAreLive } from '../../support/pages';

// Forms in other states: accessibility.spec.ts.
test('every page has its stored accessibility tree', async ({ page }) => {
  for (const [name, address] of Object.entries(ADDRESSES)) {
    await page.goto(address);
    await prepareForPicture(page);
    expect(await page.locator('body').ariaSnapshot()).toMatchSnapshot(`${name}-tree.yml`);
  }
});

// Not in menu.spec.ts, because it also runs on sites with other contact details.
test('the menu of a small screen has its stored tree, closed and open', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openHome(page);
  await untilLinksAreLive(page);
  expect(await page.getByRole('banner').ariaSnapshot()).toMatchSnapshot('menu-closed-tree.yml');
  await page.getByRole('button', { name: 'Відкрити меню' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Про нас' })).toBeFocused();
  expect(await page.getByRole('dialog').ariaSnapshot()).toMatchSnapshot('menu-open-tree.yml');
});
