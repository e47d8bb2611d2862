import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ORIGIN_FILES } from '@vidlunnia/contracts/release';
import { isRemote, sourceVersion } from './source-version';

const STAMP = '.version';

/** Whether a folder holds a finished build of this version. */
export function isFresh(dist: string, version: string): boolean {
  const stamp = path.join(dist, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === version;
}

/** Written last, so that an interrupted build never counts as finished. */
export function markFresh(dist: string, version: string): void {
  writeFileSync(path.join(dist, STAMP), version);
}

/**
 * Builds a package other than a remote into `dist`, unless a build of its sources exists. Resolves to their version.
 */
export async function buildStale(
  directory: string,
  build: (dist: string, version: string) => Promise<void>,
): Promise<string> {
  const dist = path.join(directory, 'dist');
  const version = sourceVersion(directory);
  if (isFresh(dist, version)) return version;
  await build(dist, version);
  markFresh(dist, version);
  return version;
}

/** Whether a package has no build, or its sources have changed since. */
export function isStale(directory: string): boolean {
  const dist = path.join(directory, 'dist');
  const version = sourceVersion(directory);
  if (!isFresh(dist, version)) return true;
  return isRemote(directory) && !existsSync(path.join(dist, version, ORIGIN_FILES.manifest));
}
