import path from 'node:path';
import type { ShellContract } from '@vidlunnia/contracts/release-report';
import type { Log } from '@vidlunnia/operating/log';
import { makeFolderOf } from '@vidlunnia/settings/places';
import { DEADLINES } from '../src/rendering/deadlines';
import type { ReleaseSet } from '../src/remotes/release-set';
import type { Environment } from './environment';
import { openHistory } from './releases/history';
import { openOwner } from './releases/live-owner';
import { Pipeline } from './releases/pipeline';
import { serverEntries } from './releases/release-set';
import { openReleaseStore, type ReleaseStore } from './releases/release-store';
import { openRemotesFile } from './releases/remotes-file';
import { startTried } from './render/render-test';
import { startRenderWorker, superviseWorker, type Renderer } from './render/supervised-worker';

/** The site from which pages are made. */
export type Site = Pick<
  Pipeline,
  'live' | 'report' | 'figures' | 'stop' | 'releases' | 'obtain' | 'team' | 'beside'
>;

/** Starts a renderer of a release set. Rejects when a golden page fails. */
export type StartRenderer = (set: ReleaseSet, store: ReleaseStore) => Promise<Renderer>;

/** Starts render workers of the shell's build in `dist`. */
export const renderWorkers =
  ({ apiOrigin, retentionMonths }: Environment, dist: string, log: Log): StartRenderer =>
  (releaseSet, store) => {
    const entries = serverEntries(store, releaseSet);
    const options = { releaseSet, entries, apiOrigin, dataDeadline: DEADLINES.data, retentionMonths };
    const bundle = path.join(dist, 'server/render.js');
    const start = () => startRenderWorker(path.join(dist, 'node/worker.js'), { bundle, options });
    return superviseWorker(() => startTried(releaseSet, start), log);
  };

/** Opens the release store and the site on top of it. */
export async function openSite(
  environment: Environment,
  contract: ShellContract,
  log: Log,
  startRenderer: StartRenderer,
): Promise<Site> {
  const { apiOrigin, dataDir, remotesFile } = environment;
  await makeFolderOf('DATA_DIR', dataDir);
  const store = await openReleaseStore(path.join(dataDir, 'releases'));
  const history = await openHistory(path.join(dataDir, 'live.json'), log);
  const kept = path.join(dataDir, 'remotes.json');
  const list = remotesFile && (await openRemotesFile({ ...remotesFile, kept, log }));
  const pipeline = new Pipeline({
    ...environment,
    ...{ contract, store, history, log },
    remotesFile: list,
    owner: await openOwner({ apiOrigin, kept: path.join(dataDir, 'owner.json'), log }),
    renderTest: (set) => startRenderer(set, store),
  });
  await pipeline.start();
  return pipeline;
}
