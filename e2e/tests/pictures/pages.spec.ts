import { ADDRESSES, prepareForPicture } from '../../support/pages';
import { expect, forBrowserOfPictures, LOOKS, packIfUpdated, test } from './looks';

/** Pixels of the highest picture. WebP allows 16,383, so a longer page has several. */
const MAX_HEIGHT = 10_000;

forBrowserOfPictures();

for (const [name, address] of Object.entries(ADDRESSES)) {
  test(`${name} has its stored pictures: every width where its layout differs, and dark at the largest`, async ({
    page,
  }) => {
    for (const { width, schemes } of LOOKS) {
      // Between 360 and 768 px only the layout of these pages changes.
      if (width === 768 && !['home', 'post', 'archive'].includes(name)) continue;
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      await prepareForPicture(page);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        for (let top = 0, part = 1; top < height; top += MAX_HEIGHT, part++) {
          const clip = { x: 0, y: top, width, height: Math.min(MAX_HEIGHT, height - top) };
          const picture = `${[name, width, colorScheme, ...(height > MAX_HEIGHT ? [part] : [])].join('-')}.webp`;
          await expect(page).toHaveScreenshot(picture, { fullPage: true, clip });
          await packIfUpdated(picture);
        }
      }
    }
  });
}
