import path from 'node:path';
import type { ShellContract } from '@vidlunnia/shared/contracts/release-report';
import { makeFolderOf } from '@vidlunnia/shared/folder';
import { DEADLINES } from '../src/rendering/deadlines';
import type { ReleaseSet } from '../src/remotes/release-set';
import type { Environment } from './environment';
import { openLiveSite, type LiveSite } from './releases/live-site';
import { openHistory } from './releases/history';
import { openReleaseStore, type ReleaseStore } from './releases/release-store';
import { serverEntries } from './releases/release-set';
import { startTried } from './render/render-test';
import { startRenderWorker } from './render/render-worker';
import { superviseWorker } from './render/supervised-worker';

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** Opens the release store and the site that is made from it. */
export async function openSite(
  { apiOrigin, dataDir, keepFor, pollInterval, retentionMonths, teams }: Environment,
  dist: string,
  contract: ShellContract,
  log: Log,
): Promise<{ readonly site: LiveSite; readonly store: ReleaseStore }> {
  await makeFolderOf('DATA_DIR', dataDir);
  const store = await openReleaseStore(path.join(dataDir, 'releases'));
  const history = await openHistory(path.join(dataDir, 'live.json'), log);

  const startWorker = (releaseSet: ReleaseSet) =>
    startRenderWorker(path.join(dist, 'node/worker.js'), {
      bundle: path.join(dist, 'server/render.js'),
      options: {
        releaseSet,
        entries: serverEntries(store, releaseSet),
        apiOrigin,
        dataDeadline: DEADLINES.data,
        retentionMonths,
      },
    });
  const renderTest = (releaseSet: ReleaseSet) =>
    superviseWorker(releaseSet, () => startTried(releaseSet, () => startWorker(releaseSet)), log);
  const site = await openLiveSite({
    teams,
    contract,
    pollInterval,
    keepFor,
    store,
    history,
    renderTest,
    log,
  });
  return { site, store };
}
