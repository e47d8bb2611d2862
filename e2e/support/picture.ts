import { readFile, writeFile } from 'node:fs/promises';
import { installedTestBrowser, pinnedBrowser } from '@vidlunnia/scripts';
import sharp from 'sharp';
import { test } from './test';

/** Whether this browser drew the stored pictures: each browser draws letters differently. */
export const drawsLikeStored = (): boolean => installedTestBrowser() === pinnedBrowser();

/** After an update of the stored pictures, compresses one better without loss, because the browser compresses fast. */
export async function packIfUpdated(name: string): Promise<void> {
  const info = test.info();
  if (info.config.updateSnapshots === 'none') return;
  info.setTimeout(info.timeout + 60_000);
  const file = info.snapshotPath(name);
  const picture = sharp(await readFile(file), { ignoreIcc: true });
  await writeFile(file, await picture.webp({ lossless: true, effort: 2 }).toBuffer());
}
