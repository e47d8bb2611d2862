import { ADDRESSES, prepareForPicture } from '../../support/pages';
import { drawsLikeStored, packIfUpdated } from '../../support/picture';
import { softExpect as expect, test } from '../../support/test';

test.skip(
  !drawsLikeStored(),
  'Skipped: the stored pictures are of the browser that tools/package.json pins, for Linux x64',
);

/** Pixels of the highest picture. WebP allows 16,383, so a longer page has several. */
const MAX_HEIGHT = 10_000;

// Every width at which the layout differs. An unknown post looks like an unknown address.
for (const [name, ...widths] of [
  ['home', 360, 768, 1440],
  ['post', 360, 768, 1440],
  ['archive', 360, 768, 1440],
  ['privacy', 360, 1440],
  ['unknown-address', 360, 1440],
] as const)
  test(`${name} has its stored pictures`, async ({ page }) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(ADDRESSES[name]);
      await prepareForPicture(page);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      // Layouts are the same in dark, and these two pages have most elements.
      const isDarkToo = width === 1440 && (name === 'home' || name === 'post');
      for (const colorScheme of isDarkToo ? (['light', 'dark'] as const) : (['light'] as const)) {
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
