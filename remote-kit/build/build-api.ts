import path from 'node:path';
import { buildServer } from './build-server';
import { buildStale } from './freshness';
import { repositoryRoot } from '../environment/repository';
import { api } from '../environment/topology';

/** Bundles the API into `dist/main.js`. */
export const buildApi = (): Promise<string> =>
  buildStale(path.join(repositoryRoot, api.folder), (dist) => buildServer(api.folder, ['src/main.ts'], dist));
