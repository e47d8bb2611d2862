import { ADDRESSES, prepareForPicture } from '../../support/pages';
import { insertStandIns } from '../../support/stand-ins';
import { softExpect as expect, test } from '../../support/test';
import { forBrowserOfPictures, SCHEMES, WIDTHS } from './looks';

/** Pixels of the highest picture. WebP allows 16,383, so a longer page has several. */
const MAX_HEIGHT = 10_000;

forBrowserOfPictures();

for (const [name, address] of Object.entries(ADDRESSES)) {
  test(`${name} has its stored pictures: every width, in light and dark`, async ({ page }) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      await insertStandIns(page);
      await prepareForPicture(page);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        for (let top = 0, part = 1; top < height; top += MAX_HEIGHT, part++) {
          const clip = { x: 0, y: top, width, height: Math.min(MAX_HEIGHT, height - top) };
          const picture = [name, width, colorScheme, ...(height > MAX_HEIGHT ? [part] : [])].join('-');
          await expect(page).toHaveScreenshot(`${picture}.webp`, { fullPage: true, clip });
        }
      }
    }
  });
}
