import path from 'node:path';
import type { ShellContract } from '@vidlunnia/shared/contracts/release-report';
import { makeFolderOf } from '@vidlunnia/shared/folder';
import { DEADLINES } from '../src/rendering/deadlines';
import type { ReleaseSet } from '../src/remotes/release-set';
import type { Environment } from './environment';
import { openLiveSite, type LiveSite } from './releases/live-site';
import { openHistory } from './releases/history';
import { openRemotesFile } from './releases/remotes-file';
import { openReleaseStore, type ReleaseStore } from './releases/release-store';
import { serverEntries } from './releases/release-set';
import { ONE_OF_EACH_PAGE, startTried } from './render/render-test';
import { prepareWorker, startRenderWorker } from './render/render-worker';
import { superviseWorker } from './render/supervised-worker';

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** Opens the release store and the site that is made from it. */
export async function openSite(
  {
    apiOrigin,
    dataDir,
    development,
    keepFor,
    pollInterval,
    remotesFile,
    retentionMonths,
    teams,
  }: Environment,
  dist: string,
  contract: ShellContract,
  log: Log,
): Promise<{ readonly site: LiveSite; readonly store: ReleaseStore }> {
  await makeFolderOf('DATA_DIR', dataDir);
  const store = await openReleaseStore(path.join(dataDir, 'releases'));
  const history = await openHistory(path.join(dataDir, 'live.json'), log);

  const program = path.join(dist, 'node/worker.js');
  const bundle = path.join(dist, 'server/render.js');
  const prepare = () => (development ? prepareWorker(program, bundle, store.root) : undefined);
  let prepared = prepare();
  const startWorker = async (releaseSet: ReleaseSet) => {
    const options = {
      releaseSet,
      entries: serverEntries(store, releaseSet),
      apiOrigin,
      dataDeadline: DEADLINES.data,
      retentionMonths,
    };
    const waiting = prepared;
    prepared = undefined;
    const worker = await startRenderWorker(program, { bundle, options }, 'inherit', waiting);
    // Not while the page is made that shows the set.
    setTimeout(() => (prepared ??= prepare()), 1_000).unref();
    return worker;
  };
  const cases = development ? ONE_OF_EACH_PAGE : undefined;
  const renderTest = (releaseSet: ReleaseSet) =>
    superviseWorker(releaseSet, () => startTried(releaseSet, () => startWorker(releaseSet), cases), log);
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
