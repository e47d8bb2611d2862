import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { isRemote, sourceVersion } from './source-version';
import type { Mode } from './webpack/build';

const STAMP = '.version';

/** Whether a folder holds the finished build of this very version. */
export function isFresh(dist: string, version: string): boolean {
  const stamp = path.join(dist, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === version;
}

/** Written last: a build that was interrupted is never taken for a finished one. */
export function markFresh(dist: string, version: string): void {
  writeFileSync(path.join(dist, STAMP), version);
}

/** Whether a package's sources have changed since it was built, or its build is not there. */
export function isStale(directory: string, mode: Mode): boolean {
  const dist = path.join(directory, 'dist');
  const version = sourceVersion(directory, mode);
  if (!isFresh(dist, version)) return true;
  return isRemote(directory) && !existsSync(path.join(dist, version, ORIGIN_FILES.manifest));
}
