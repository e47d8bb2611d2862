import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  SERVER_ENTRY,
  type PromotedRelease,
  type ReleaseManifest,
  type ReleaseReport,
  type ShellContract,
} from '@vidlunnia/releases/release';
import type { Log } from '@vidlunnia/operating';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import { CONTENT_GRANT } from '@vidlunnia/releases/signature';
import { makeFolderOf } from '@vidlunnia/settings/machine';
import type { ReleaseSet } from '../page/remotes/release-set';
import type { ServerSite } from '../site';
import { openConfiguration } from './releases/configuration';
import { Intake } from './releases/intake';
import { LiveSet } from './releases/live-set';
import { ReleaseStore } from './releases/release-store';
import { createRollouts } from './rollouts/rollouts';
import { Visits } from './rollouts/visits';
import { createWatch, MAX_REPORTED } from './rollouts/watch';
import { openFatalTests } from './render/fatal-tests';
import { startTested } from './render/render-test';
import type { EngineSettings } from './engine-settings';
import { startRenderWorker, superviseWorker, type Renderer } from './render/supervised-worker';

/** Minimum between two sweeps of the store. */
const SWEEP_INTERVAL_MS = 3_600_000;
/** Polls of the teams' pointers between two looks at what is compared. */
const POLLS_PER_WATCH = 4;
/** How long a start waits for the origins of teams that have nothing in the store. */
const START_DEADLINE_MS = 5_000;

/** Starts a renderer of a release set, whose files are in the store's folder. Rejects when a golden page fails. */
export type StartRenderer = (set: ReleaseSet, storeFolder: string) => Promise<Renderer>;

/** Starts render workers of the site's build in `dist`. */
export const renderWorkers =
  (site: ServerSite, { apiOrigin, islandDataMs }: EngineSettings, dist: string, log: Log): StartRenderer =>
  (releaseSet, storeFolder) => {
    const entries = Object.fromEntries(
      Object.entries(releaseSet.remotes).map(([name, { container, version }]) => [
        container,
        path.join(storeFolder, name, version, SERVER_ENTRY),
      ]),
    );
    const options = { releaseSet, entries, apiOrigin, dataDeadline: islandDataMs };
    const bundle = path.join(dist, 'server/render.js');
    const start = () => startRenderWorker(path.join(dist, 'node/worker.js'), { bundle, options });
    return superviseWorker(() => startTested(site, releaseSet, start), log);
  };

export type Engine = Awaited<ReturnType<typeof openEngine>>;

/**
 * Opens the site. It starts with the newest valid releases in the store; for a team without one, it waits a moment for
 * the team's origin. Then it follows the teams' pointers, the operator's list and the site's facts.
 */
export async function openEngine(
  site: Pick<ServerSite, 'facts' | 'modules'>,
  environment: EngineSettings,
  contract: ShellContract,
  log: Log,
  startRenderer: StartRenderer,
) {
  const { dataDir, keepFor, pollInterval, startDeadlineMs = START_DEADLINE_MS } = environment;
  await makeFolderOf('DATA_DIR', dataDir);
  const store = await ReleaseStore.open(path.join(dataDir, 'releases'), log);
  const configuration = await openConfiguration(
    { ...environment, modules: site.modules, facts: site.facts },
    log,
  );
  const configured = configuration.current;
  const fatalTests = openFatalTests(path.join(dataDir, 'in-test'), (name) => store.promoted(name), log);
  const renderTest = (set: ReleaseSet) => fatalTests.run(set, () => startRenderer(set, store.root));
  const visits = new Visits(environment);
  const ended = new AbortController();
  const intake = new Intake({
    contract,
    store,
    configured,
    live: () => liveSet.live(),
    visits,
    log,
    onPointer: (name) => poll(name),
    ended: ended.signal,
  });
  const liveSet = new LiveSet({ intake, store, renderTest, configured, log });
  const rollouts = createRollouts({ intake, liveSet, log });
  const watch = createWatch({ visits, rollouts, liveSet, store });

  /** Waits; resolves to whether the site is still open. */
  const isOpenAfter = async (milliseconds: number) => {
    await pause(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined);
    return !ended.signal.aborted;
  };
  /** Repeats a task after each pause, while the site is open. A failure is logged, and ends nothing. */
  const repeat = async (what: string, pauseMs: number, task: () => unknown) => {
    while (await isOpenAfter(pauseMs))
      try {
        await task();
      } catch (error) {
        log.warn(`${what} failed: ${String(error)}`);
      }
  };
  const partialOf = (name: string) =>
    rollouts.running().flatMap(([remote, partial]) => (remote === name ? [partial] : []));
  const names = () => Object.keys(configured().teams);
  const poll = singleFlight(async (name: string) => {
    try {
      const release = await intake.next(name);
      if (release) await liveSet.promote([release]);
    } catch (error) {
      log.warn(`A poll of ${name} failed: ${String(error)}`);
    }
  });

  const found: ReleaseManifest[] = [];
  const first = names().map(async (name) => {
    const release = await intake.next(name);
    if (release) found.push(release);
  });
  await Promise.race([Promise.all(first), isOpenAfter(startDeadlineMs)]);
  await liveSet.promote([...found]);
  // A team that takes long delays no other.
  void repeat('Polling', pollInterval, () => {
    for (const name of names()) void poll(name);
  });
  void repeat('Applying the configuration', pollInterval, async () => {
    await configuration.read();
    await liveSet.applyConfiguration();
  });
  void repeat('A look at rollouts', pollInterval, rollouts.refresh);
  void repeat('Watching releases', pollInterval * POLLS_PER_WATCH, watch);
  const sweepInterval = Math.min(SWEEP_INTERVAL_MS, keepFor);
  const sweep = async () => {
    for (const [name, { version }] of Object.entries(intake.rollouts())) await store.use(name, version);
    const removed = await store.sweep(keepFor);
    if (removed.length > 0) log.info(`Swept from the store: ${removed.join(', ')}`);
  };
  void repeat('A sweep of the store', sweepInterval, sweep);

  return {
    live: liveSet.live,
    contentVersion: configuration.contentVersion,
    /** Folder of the release store: one directory per version, by remote. */
    releases: store.root,
    team: intake.team.bind(intake),
    downloadOnDemand: intake.downloadOnDemand.bind(intake),
    /**
     * Starts a preview of these versions (keyed by the names of their grants) with the other remotes' live releases.
     * The caller stops the renderer.
     */
    withLiveReleases: async ({ [CONTENT_GRANT]: content, ...versions }: Readonly<Record<string, string>>) =>
      liveSet.withLiveReleases(
        versions,
        content === undefined ? content : await configuration.draft(content),
      ),
    rollouts: { for: rollouts.for, running: rollouts.running },
    visits,
    /** Whether a release is live or in a rollout, or was live recently. */
    isKnown: (name: string, version: string) =>
      [...store.promoted(name).slice(0, MAX_REPORTED + 1), ...partialOf(name)].some(
        (release) => release.version === version,
      ),
    /** The report for teams' commands. */
    report: (): ReleaseReport => {
      const { releaseSet, releases, since } = liveSet.live();
      const problem = configuration.listProblem();
      const ofRemote = (name: string): ReleaseReport['remotes'][string] => {
        const promoted = store.promoted(name);
        const withVisits = <Release extends PromotedRelease>(release: Release) => ({
          ...release,
          ...visits.reportOf(name, release.version),
        });
        const live = promoted.find(({ version }) => version === releases[name]?.version) ?? null;
        const previous = promoted.filter((release) => release !== live).slice(0, MAX_REPORTED);
        const [partial] = partialOf(name);
        return {
          live: live && withVisits(live),
          ...(partial && { partial: withVisits(partial) }),
          previous: previous.map(withVisits),
          rejections: intake.rejections.of(name),
        };
      };
      return {
        releaseSet: releaseSet.id,
        since: since.toISOString(),
        remotes: Object.fromEntries(names().map((name) => [name, ofRemote(name)])),
        contract: intake.contract(),
        content: isDeepStrictEqual(releaseSet.facts, configuration.current().facts)
          ? configuration.contentVersion()
          : null,
        ...(problem !== undefined && { remotesFileProblem: problem }),
      };
    },
    /** Metrics for operators: promotions of each remote, and rejections by step. */
    figures: () => {
      const { releaseSet, renderer } = liveSet.live();
      return {
        worker: { releaseSet: releaseSet.id, ...renderer.status() },
        promotions: liveSet.promotions,
        rejections: intake.rejections.counts(),
      };
    },
    stop: async () => {
      ended.abort();
      fatalTests.forget();
      rollouts.stop();
      await liveSet.stop();
    },
  };
}
