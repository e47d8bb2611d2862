import { installedTestBrowser, pinnedBrowser } from '@vidlunnia/scripts/stack';
import { softExpect as expect, test as base } from '../../support/test';

/** Window widths in pixels. */
export const WIDTHS = [360, 768, 1440];

/** Light is last, so the next page loads in light. */
export const SCHEMES = ['dark', 'light'] as const;

export const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      // Partial redraws differ by a shade at smoothed corners.
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--disable-partial-raster'] });
    },
    { scope: 'worker' },
  ],
});

export { expect };

/** Skips a file's tests unless the browser is the pinned one: each browser draws letters differently. */
export function forBrowserOfPictures(): void {
  const isPinned = installedTestBrowser() === pinnedBrowser();
  test.skip(
    !isPinned,
    'Skipped: the stored pictures are of the browser that tools/package.json pins, for Linux x64',
  );
}
