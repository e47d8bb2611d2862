import { existsSync } from 'node:fs';
import path from 'node:path';
import { ORIGIN_FILES } from '../contracts/release';
import { isFresh } from './freshness';
import { isInstalled, placeOf, repositoryRoot } from '../environment/repository';
import { sourceVersions } from './source-version';
import { remoteList } from '../environment/topology';
import type { Mode } from './webpack/build';

/** Those packages whose sources have changed since they were built, or whose build is not there. */
export async function staleOf(folders: readonly string[], mode: Mode): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const [folder, version] of await sourceVersions(folders, mode)) {
    if (!(await isBuilt(folder, version))) stale.push(folder);
  }
  return stale;
}

/** The same of one package. */
export const isStale = async (folder: string, mode: Mode): Promise<boolean> =>
  (await staleOf([folder], mode)).length > 0;

async function isBuilt(folder: string, version: string): Promise<boolean> {
  const dist = path.join(repositoryRoot, placeOf(folder), 'dist');
  if (!(await isFresh(dist, version))) return false;
  const isRemote = isInstalled || remoteList.some((remote) => remote.folder === folder);
  return !isRemote || existsSync(path.join(dist, version, ORIGIN_FILES.manifest));
}
