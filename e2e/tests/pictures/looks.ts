import { readFile, writeFile } from 'node:fs/promises';
import { installedTestBrowser, pinnedBrowser } from '@vidlunnia/scripts';
import sharp from 'sharp';
import { softExpect as expect, test } from '../../support/test';

/** Window widths in pixels, with their colour schemes. Colours are the same at every width, so one shows dark. */
export const LOOKS = [
  { width: 360, schemes: ['light'] },
  { width: 768, schemes: ['light'] },
  // Light is last, so the next page loads in light.
  { width: 1440, schemes: ['dark', 'light'] },
] as const;

export { expect, test };

/** After an update of the stored pictures, compresses them better without loss, because the browser compresses fast. */
export async function packIfUpdated(name: string): Promise<void> {
  const info = test.info();
  if (info.config.updateSnapshots === 'none') return;
  info.setTimeout(info.timeout + 60_000);
  const file = info.snapshotPath(name);
  const picture = sharp(await readFile(file), { ignoreIcc: true });
  await writeFile(file, await picture.webp({ lossless: true, effort: 2 }).toBuffer());
}

/** Skips a file's tests unless the browser is the pinned one: each browser draws letters differently. */
export function forBrowserOfPictures(): void {
  test.skip(
    installedTestBrowser() !== pinnedBrowser(),
    'Skipped: the stored pictures are of the browser that tools/package.json pins, for Linux x64',
  );
}
