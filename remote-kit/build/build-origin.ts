import path from 'node:path';
import { buildServer } from './build-server';
import { buildStale } from './freshness';
import { repositoryRoot } from '../environment/repository';

const KIT = 'remote-kit';
/** The server of a team's origin as one file: it starts three times with every start of the site. */
export const originProgram = path.join(repositoryRoot, KIT, 'dist/origin.js');

/** Bundles the origins' server, packages and all, when its sources have changed. */
export const buildOrigin = (): Promise<string> =>
  buildStale(path.join(repositoryRoot, KIT), (dist) => buildServer(KIT, ['release/origin.ts'], dist, []));
