import path from 'node:path';
import type { ShellContract } from '@vidlunnia/contracts/release-report';
import { makeFolderOf } from '@vidlunnia/remote-kit/environment/folder';
import { DEADLINES } from '../src/rendering/deadlines';
import type { ReleaseSet } from '../src/remotes/release-set';
import type { Environment } from './environment';
import { openLiveSite, type LiveSite } from './releases/live-site';
import { openHistory } from './releases/history';
import { openRemotesFile } from './releases/remotes-file';
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
  { apiOrigin, dataDir, keepFor, pollInterval, remotesFile, retentionMonths, teams }: Environment,
  dist: string,
  contract: ShellContract,
  log: Log,
): Promise<{ readonly site: LiveSite; readonly store: ReleaseStore }> {
  await makeFolderOf('DATA_DIR', dataDir);
  const store = await openReleaseStore(path.join(dataDir, 'releases'));
  const history = await openHistory(path.join(dataDir, 'live.json'), log);

  const program = path.join(dist, 'node/worker.js');
  const bundle = path.join(dist, 'server/render.js');
  const startWorker = (releaseSet: ReleaseSet) => {
    const options = {
      releaseSet,
      entries: serverEntries(store, releaseSet),
      apiOrigin,
      dataDeadline: DEADLINES.data,
      retentionMonths,
    };
    return startRenderWorker(program, { bundle, options });
  };
  const renderTest = (releaseSet: ReleaseSet) =>
    superviseWorker(releaseSet, () => startTried(releaseSet, () => startWorker(releaseSet)), log);
  const kept = path.join(dataDir, 'remotes.json');
  const site = await openLiveSite({
    teams,
    remotesFile: remotesFile && (await openRemotesFile({ ...remotesFile, kept, log })),
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
