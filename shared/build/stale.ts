import { existsSync } from 'node:fs';
import path from 'node:path';
import { ORIGIN_FILES } from '../contracts/release';
import { isFresh } from './freshness';
import { isInstalled, placeOf, repositoryRoot } from '../environment/repository';
import { sourceVersion } from './source-version';
import { remoteList } from '../environment/topology';
import type { Mode } from './webpack/build';

/** Whether a package's sources have changed since it was built, or its build is not there. */
export async function isStale(folder: string, mode: Mode): Promise<boolean> {
  const dist = path.join(repositoryRoot, placeOf(folder), 'dist');
  const version = await sourceVersion(folder, mode);
  if (!(await isFresh(dist, version))) return true;
  const isRemote = isInstalled || remoteList.some((remote) => remote.folder === folder);
  return isRemote && !existsSync(path.join(dist, version, ORIGIN_FILES.manifest));
}
