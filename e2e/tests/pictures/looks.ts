import { installedTestBrowser, pinnedBrowser } from '@vidlunnia/scripts/stack';
import { softExpect as expect, test as base } from '../../support/test';

/** Widths of window at which pictures are taken. */
export const WIDTHS = [360, 768, 1440];

/** Colour schemes in which pictures are taken; the next page then loads in light. */
export const SCHEMES = ['dark', 'light'] as const;

export const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      // What the browser draws again only in part differs by a shade where a corner is smoothed.
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--disable-partial-raster'] });
    },
    { scope: 'worker' },
  ],
});

export { expect };

/** Skips a file's tests in another browser than the pinned one, which the pictures are of: each draws letters its way. */
export function forBrowserOfPictures(): void {
  const isPinned = installedTestBrowser() === pinnedBrowser();
  test.skip(
    !isPinned,
    'Not compared: the stored pictures are of the browser that tools/package.json pins, for Linux x64',
  );
}
