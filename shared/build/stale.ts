import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isFresh } from './freshness';
import { repositoryRoot } from './repository';
import { sourceVersion } from './source-version';
import { remoteList } from './topology';
import type { Mode } from './webpack/build';

/** Whether a package's sources have changed since it was built, or its build is not there. */
export async function isStale(folder: string, mode: Mode): Promise<boolean> {
  const dist = path.join(repositoryRoot, folder, 'dist');
  const version = sourceVersion(folder, mode);
  if (!remoteList.some((remote) => remote.folder === folder)) return !(await isFresh(dist, version));
  return !existsSync(path.join(dist, version, 'release.json')) || livePointer(dist) !== version;
}

function livePointer(dist: string): unknown {
  const file = path.join(dist, 'current.json');
  if (!existsSync(file)) return null;
  const pointer = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown };
  return pointer.version;
}
