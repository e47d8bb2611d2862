import { SECTION_IDS } from '@vidlunnia/shared/contracts';
import { expect, test } from '../support/test';

test('the home page shows every section in the specified order', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#contact-form')).toBeVisible();
  const ids = await page.locator('main section[id]').evaluateAll((sections) => sections.map(({ id }) => id));
  expect(ids).toEqual([...SECTION_IDS]);
});
