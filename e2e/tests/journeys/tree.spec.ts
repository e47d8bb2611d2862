import { softExpect as expect, test } from '../../support/test';
import { ADDRESSES, prepareForPicture } from '../../support/pages';
import { insertStandIns } from '../../support/stand-ins';

// Forms in other states: accessibility.spec.ts. The menu: menu.spec.ts.
test('every page has its stored accessibility tree', async ({ page }) => {
  for (const [name, address] of Object.entries(ADDRESSES)) {
    await page.goto(address);
    await insertStandIns(page);
    await prepareForPicture(page);
    expect(await page.locator('body').ariaSnapshot()).toMatchSnapshot(`${name}-tree.yml`);
  }
});
