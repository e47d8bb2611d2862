import { expect, test } from '../../support/test';
import { markDocument, wasReloaded } from '../../support/pages';

test('on return to an old tab, its page reloads', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await markDocument(page);
  await page.clock.fastForward(16 * 60_000);
  const loaded = page.waitForEvent('load');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await loaded;
  expect(await wasReloaded(page)).toBe(true);
});
