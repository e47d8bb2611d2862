import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const STAMP = '.version';

/** Whether a folder holds the finished build of this very version. */
export const isFresh = async (dist: string, version: string): Promise<boolean> =>
  (await readFile(path.join(dist, STAMP), 'utf8').catch(() => '')) === version;

/** Written last: a build that was interrupted is never taken for a finished one. */
export const markFresh = (dist: string, version: string): Promise<void> =>
  writeFile(path.join(dist, STAMP), version);
