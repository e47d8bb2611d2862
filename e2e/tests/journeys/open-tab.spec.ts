import { expect, test } from '../../support/lone-shell';
import { markDocument, wasReloaded } from '../../support/pages';

// Which pages are old, and that a visitor's input prevents a reload: shell/src/starter/starter.test.ts.
test('on return to an old tab, its page reloads', async ({ page, lone }) => {
  await lone.start();
  await page.clock.install();
  await page.goto(lone.url);
  await markDocument(page);
  await page.clock.fastForward(16 * 60_000);
  const loaded = page.waitForEvent('load');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await loaded;
  expect(await wasReloaded(page)).toBe(true);
});
