import { setTimeout as pause } from 'node:timers/promises';
import type { Rejection, ReleaseReport } from '@vidlunnia/contracts/release-report';
import type { ReleaseSet } from '../../src/remotes/release-set';
import { promoted, type VerifiedRelease } from './history';
import { createOnDemand, type OnDemand } from './on-demand';
import { createPipeline, type Live, type PipelineOptions } from './pipeline';
import type { Renderer } from '../render/supervised-worker';
import { createRejections, rejectedAt, type RejectionFigure } from './rejections';
import type { RemotesFile } from './remotes-file';
import type { Team, Teams } from './team';

export type { Live } from './pipeline';

/** Milliseconds before a set that could not be rendered is tried again: the machine may have been the reason. */
const RETEST_PAUSE = 30_000;
/** Milliseconds between two sweeps of the store at most. */
const SWEEP_INTERVAL = 3_600_000;

export interface LiveSite {
  current(): Live;
  /** Whether pages can be rendered here: false while browsers have to make all of them. */
  isReady(): boolean;
  /** Of each remote the release that browsers fall back to: the newest one before the live one that is still here. */
  previous(): ReleaseSet['remotes'];
  report(): ReleaseReport;
  /** Of each remote whose newest release is rejected, the reason. */
  rejected(): Readonly<Record<string, Rejection>>;
  figures(): LiveSiteFigures;
  readonly obtain: OnDemand;
  stop(): Promise<void>;
}

/** What operators watch. */
interface LiveSiteFigures {
  readonly workers: readonly (ReturnType<Renderer['status']> & { readonly releaseSet: string })[];
  readonly promotions: ReadonlyMap<string, number>;
  readonly rejections: readonly RejectionFigure[];
}

interface Options extends Omit<PipelineOptions, 'rejections' | 'log' | 'configured'> {
  readonly teams: Teams;
  /** The operator's list of remotes; without it there are `teams` and no others. */
  readonly remotesFile?: RemotesFile | undefined;
  readonly pollInterval: number;
  /** Milliseconds for which a start waits for the origins of teams of which the store has nothing that was live. */
  readonly startPatience?: number;
  /** Milliseconds for which the files of a release stay after it was live: for pages that are open. */
  readonly keepFor: number;
  readonly log: { info(message: string): void; warn(message: string): void };
}

/**
 * Polls the teams' pointers and ingests what they name. Resolves when there is something to show: what was live, else
 * what the teams' origins bring within some seconds, else the newest that the store has.
 */
export async function openLiveSite(options: Options): Promise<LiveSite> {
  const { pollInterval, startPatience = 5_000, keepFor, store, history, remotesFile, log } = options;
  const configured = () => remotesFile?.over(options.teams) ?? { teams: options.teams, zones: [] };
  const names = () => Object.keys(configured().teams);
  const teams = Object.values(configured().teams);
  const rejections = createRejections(log);
  const pipeline = createPipeline({ ...options, configured, rejections });
  const ended = new AbortController();
  const unrendered = new Map<string, VerifiedRelease>();
  /** Stored releases that this start could not use. */
  const unusable: { readonly name: string; readonly version: string; readonly error: unknown }[] = [];
  let testedAt = -Infinity;

  /** First start: promote all together; otherwise one by one. */
  async function start(releases: readonly VerifiedRelease[]): Promise<void> {
    if (releases.length === 0) return;
    testedAt = Date.now();
    if (await pipeline.goLive(releases)) return;
    for (const release of releases)
      if (!(await pipeline.goLive([release]))) unrendered.set(release.name, release);
  }

  /** What no worker here can render is better than nothing: browsers may. */
  async function startUnrendered(): Promise<void> {
    if (pipeline.current().renderer || unrendered.size === 0) return;
    await pipeline.goLiveUnrendered([...unrendered.values()]);
    log.warn(
      `The set ${pipeline.current().releaseSet.id} is rendered by browsers alone: no worker could render it`,
    );
  }

  // Asked anew after every wait: it may have changed meanwhile.
  const isEnded = () => ended.signal.aborted;
  const pauseFor = (milliseconds: number) =>
    pause(milliseconds, undefined, { signal: ended.signal }).catch(() => undefined);
  const polled = new Set<string>();

  /** Polls a team as it is configured at the time, until it no longer is. */
  async function poll(name: string): Promise<void> {
    if (polled.has(name)) return;
    polled.add(name);
    const late = await underWay.get(name);
    // Should the list drop the remote and name it again, what was under way at the start is old.
    underWay.delete(name);
    if (late && !arrived.includes(late) && !isEnded()) await pipeline.goLive([late]);
    for (let team = configured().teams[name]; team && !isEnded(); team = configured().teams[name]) {
      await pipeline.ingest(team);
      await retest();
      await pauseFor(pollInterval);
    }
    polled.delete(name);
  }

  /** Follows the list of remotes. */
  async function follow(list: RemotesFile): Promise<void> {
    while (!isEnded()) {
      await list.read();
      for (const name of names()) void poll(name);
      await pipeline.arrange();
      await pauseFor(2 * pollInterval);
    }
  }

  /** Tries once in a while to render what is left to browsers. */
  async function retest(): Promise<void> {
    const { releaseSet, renderer } = pipeline.current();
    if (renderer || Object.keys(releaseSet.remotes).length === 0) return;
    if (Date.now() - testedAt < RETEST_PAUSE) return;
    testedAt = Date.now();
    await pipeline.goLive([]);
  }

  /**
   * A release that an earlier process promoted. Its copy is verified again: a disk may have been changed meanwhile, and
   * the contract may be another.
   */
  async function recall(team: Team, version: string | undefined): Promise<VerifiedRelease[]> {
    const { name } = team.remote;
    if (version === undefined || !store.has(name, version)) return [];
    try {
      const release = await pipeline.verify(team, version, store.directory(name, version));
      history.verified(release);
      return [release];
    } catch (error) {
      log.warn(`The stored ${name} ${version} is ${error instanceof Error ? error.message : String(error)}`);
      unusable.push({ name, version, error });
      return [];
    }
  }

  /** Of a team whose live release is lost, and whose origin cannot help: the newest stored one that is good. */
  async function recallOlder(team: Team): Promise<VerifiedRelease[]> {
    const { name } = team.remote;
    const promotedBefore = history.of(name).map(({ version }) => version);
    const candidates = new Set([...promotedBefore, ...(await store.versions(name))]);
    for (const { version } of unusable.filter((known) => known.name === name)) candidates.delete(version);
    for (const version of candidates) {
      if (rejections.isRecent(name, version)) continue;
      const [found] = await recall(team, version);
      if (!found) continue;
      log.warn(`${name} goes on with ${version}, the newest release in the store that can be used`);
      return [found];
    }
    return [];
  }

  function previous(): ReleaseSet['remotes'] {
    const found = names().flatMap((name) => {
      const here = history
        .of(name)
        .slice(1)
        .find(({ version, release }) => release && store.has(name, version));
      return here?.release ? [[name, here.release] as const] : [];
    });
    return Object.fromEntries(found);
  }

  async function sweep(): Promise<void> {
    await store.touch(pipeline.current().releaseSet.remotes);
    await store.touch(previous());
    const removed = await store.sweep(keepFor);
    if (removed.length > 0) log.info(`Swept from the store: ${removed.join(', ')}`);
  }

  /** Of each remote the release at a position of its history; the first was live. */
  const recallAll = async (position: number) =>
    (
      await Promise.all(teams.map((team) => recall(team, history.of(team.remote.name)[position]?.version)))
    ).flat();
  const recalled = await recallAll(0);
  await recallAll(1);
  await start(recalled);
  const isAbsent = ({ remote }: Team) => !pipeline.current().releaseSet.remotes[remote.name];
  const underWay = new Map(teams.filter(isAbsent).map((team) => [team.remote.name, pipeline.prepare(team)]));
  const arrived = await arrivedIn(startPatience, [...underWay.values()]);
  await start(arrived);
  await start((await Promise.all(teams.filter(isAbsent).map(recallOlder))).flat());
  await startUnrendered();
  // What was recalled is not live when its copy is damaged and nothing replaced it.
  for (const { name, version, error } of unusable) {
    if (pipeline.current().releaseSet.remotes[name]?.version !== version)
      rejections.add(name, version, rejectedAt('verify', error), 0);
  }

  for (const name of names()) void poll(name);
  if (remotesFile) void follow(remotesFile);
  const sweeping = setInterval(
    () => {
      sweep().catch((error: unknown) => {
        log.warn(`The store could not be swept: ${String(error)}`);
      });
    },
    Math.min(SWEEP_INTERVAL, keepFor),
  );
  sweeping.unref();

  const remoteReport = (name: string): ReleaseReport['remotes'][string] => {
    const [newest = null, ...before] = history.of(name).map(promoted);
    // What a start could not verify again is not live.
    const isLive = newest?.version === pipeline.current().releaseSet.remotes[name]?.version;
    return { live: isLive ? newest : null, previous: before, rejections: [...rejections.of(name)] };
  };

  return {
    current: pipeline.current,
    isReady: () => (pipeline.current().renderer?.status().state ?? 'failing') !== 'failing',
    previous,
    report: () => ({
      releaseSet: pipeline.current().releaseSet.id,
      since: pipeline.since().toISOString(),
      remotes: Object.fromEntries(names().map((name) => [name, remoteReport(name)])),
      contract: pipeline.contract(),
      ...(remotesFile && { remotesFile: remotesFile.report() }),
    }),
    rejected: () =>
      Object.fromEntries(
        names().flatMap((name) => {
          const rejection = rejections.current(name);
          return rejection ? [[name, rejection]] : [];
        }),
      ),
    figures: () => ({
      workers: pipeline.renderers().map((renderer) => ({
        releaseSet: renderer.releaseSet.id,
        ...renderer.status(),
      })),
      promotions: pipeline.promotions(),
      rejections: rejections.figures(),
    }),
    obtain: createOnDemand(() => configured().teams, store, pipeline),
    stop: async () => {
      ended.abort();
      clearInterval(sweeping);
      await pipeline.stop();
    },
  };
}

/** What of the releases is there in time; the others are not waited for. */
async function arrivedIn(
  milliseconds: number,
  releases: readonly Promise<VerifiedRelease | null>[],
): Promise<VerifiedRelease[]> {
  const patience = new AbortController();
  const late = pause(milliseconds, null, { signal: patience.signal }).catch(() => null);
  const arrived = await Promise.all(releases.map((release) => Promise.race([release, late])));
  patience.abort();
  return arrived.filter((release) => release !== null);
}
