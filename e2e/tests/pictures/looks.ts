import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test as base } from '../../support/one-visit';

/** Widths of window at which pictures are taken. */
export const WIDTHS = [360, 768, 1440];

/** Colour schemes in which pictures are taken. */
export const SCHEMES = ['light', 'dark'] as const;

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

const FILE = path.join(__dirname, 'stored/browser.txt');

/** Skips a file's tests in another browser than the pictures are of: each draws letters in its own way. */
export function forBrowserOfPictures(): void {
  test.beforeAll(({ browser }, { config }) => {
    const program = path.basename(process.env['CHROMIUM_PATH'] ?? 'chromium');
    const [major = ''] = browser.version().split('.');
    const here = `${program} ${major} on ${process.platform}`;
    if (config.updateSnapshots !== 'none') writeFileSync(FILE, `${here}\n`);
    const taken = readFileSync(FILE, 'utf8').trim();
    test.skip(here !== taken, `The pictures are of ${taken}, this is ${here}`);
  });
}
