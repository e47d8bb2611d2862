import path from 'node:path';
import { buildServer } from './build-server';
import { isFresh, markFresh } from './freshness';
import { repositoryRoot } from '../environment/repository';
import { sourceVersion } from './source-version';

const KIT = 'remote-kit';
/** The server of a team's origin as one file: it starts three times with every start of the site. */
export const originProgram = path.join(repositoryRoot, KIT, 'dist/origin.js');

/** Bundles the origins' server, packages and all, when its sources have changed. */
export async function buildOrigin(): Promise<void> {
  const dist = path.dirname(originProgram);
  const version = sourceVersion(path.join(repositoryRoot, KIT), 'production');
  if (isFresh(dist, version)) return;
  await buildServer(KIT, ['release/origin.ts'], dist, []);
  markFresh(dist, version);
}
