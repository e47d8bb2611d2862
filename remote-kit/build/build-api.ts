import path from 'node:path';
import { buildServer } from './build-server';
import { isFresh, markFresh } from './freshness';
import { repositoryRoot } from '../environment/repository';
import { sourceVersion } from './source-version';
import { api } from '../environment/topology';
import type { Mode } from './webpack/build';

/** Bundles the API into `dist/main.js`. */
export async function buildApi(mode: Mode): Promise<string> {
  const directory = path.join(repositoryRoot, api.folder);
  const dist = path.join(directory, 'dist');
  const version = sourceVersion(directory, mode);
  if (isFresh(dist, version)) return version;
  await buildServer(api.folder, ['src/main.ts'], dist);
  markFresh(dist, version);
  return version;
}
