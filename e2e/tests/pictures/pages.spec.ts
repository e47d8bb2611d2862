import { ADDRESSES, settle } from '../../support/pages';
import { putStandIns } from '../../support/stand-ins';
import { expect, forBrowserOfPictures, SCHEMES, test, WIDTHS } from './looks';

/** A WebP picture ends at 16,383 pixels: a longer page is shown in several. */
const LONGEST = 10_000;

forBrowserOfPictures();

for (const [name, address] of Object.entries(ADDRESSES)) {
  test(`${name} looks as before at every width, in light and dark`, async ({ page }) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      await putStandIns(page);
      await settle(page);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        for (let top = 0, part = 1; top < height; top += LONGEST, part++) {
          const clip = { x: 0, y: top, width, height: Math.min(LONGEST, height - top) };
          const picture = [name, width, colorScheme, ...(height > LONGEST ? [part] : [])].join('-');
          await expect(page).toHaveScreenshot(`${picture}.webp`, { fullPage: true, clip });
        }
      }
    }
  });
}
