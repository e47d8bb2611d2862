import { installedTestBrowser, pinnedBrowser } from '@vidlunnia/scripts/stack';
import { test } from '../../support/test';

/** Window widths in pixels. */
export const WIDTHS = [360, 768, 1440];

/** Light is last, so the next page loads in light. */
export const SCHEMES = ['dark', 'light'] as const;

/** Skips a file's tests unless the browser is the pinned one: each browser draws letters differently. */
export function forBrowserOfPictures(): void {
  const isPinned = installedTestBrowser() === pinnedBrowser();
  test.skip(
    !isPinned,
    'Skipped: the stored pictures are of the browser that tools/package.json pins, for Linux x64',
  );
}
