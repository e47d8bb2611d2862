import { setTimeout as pause } from 'node:timers/promises';
import type { ReleaseReport, Step } from '@vidlunnia/contracts/release-report';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import { discover, download } from './download';
import { releasesOf, versionsIn } from './history';
import { LiveSite, type Live, type LiveSiteOptions } from './live-site';
import { createRejections, rejectedAt, ReleaseRejected } from './rejections';
import { remotesOf, type VerifiedRelease } from './release-set';
import type { LiveOwner } from './live-owner';
import type { RemotesFile } from './remotes-file';
import type { Configured, Team, Teams } from './team';

/** Minimum milliseconds between two sweeps of the store. */
const SWEEP_INTERVAL = 3_600_000;
/** Previous releases of a remote in the report. */
const REPORTED = 5;
/** Releases that are fetched on demand in parallel: visitors can request any name. */
const ON_DEMAND = 4;

export interface PipelineOptions extends Omit<LiveSiteOptions, 'configured' | 'rejections'> {
  readonly teams: Teams;
  /** The operator's list of remotes; without it, the remotes are those of `teams`. */
  readonly remotesFile?: RemotesFile | undefined;
  /** The owner's details, which pages show. */
  readonly owner: Pick<LiveOwner, 'current' | 'read'>;
  /** Milliseconds between polls of a team's pointer. */
  readonly pollInterval: number;
  /** Milliseconds for which a start waits for the origins of teams that have nothing in the store. */
  readonly startPatience?: number;
  /** Milliseconds for which the files of a release are kept after it was live: for pages that are still open. */
  readonly keepFor: number;
}

/**
 * A release's way to visitors: discover → download → verify, then the live site's render-test → promote → retire. Every
 * step may reject it; the rejection is recorded, nothing is thrown, and the live set stays.
 */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #rejections: ReturnType<typeof createRejections>;
  readonly #site: LiveSite;
  readonly #polled = new Set<string>();
  readonly #ended = new AbortController();

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#rejections = createRejections(options.log);
    const configured = () => this.#configured();
    this.#site = new LiveSite({ ...options, configured, rejections: this.#rejections });
  }

  readonly live = (): Live => this.#site.live();

  /** Folder of the release store: one directory per version, by remote. */
  get releases(): string {
    return this.#options.store.root;
  }

  /** Starts with the newest releases that verify, else with those that arrive from the origins in time, then polls. */
  async start(): Promise<void> {
    const found: VerifiedRelease[] = [];
    const all = Object.keys(this.#configured().teams).map(async (name) => {
      const release = await this.#next(name);
      if (release) found.push(release);
    });
    await Promise.race([Promise.all(all), this.#pause(this.#options.startPatience ?? 5_000)]);
    await this.#site.show([...found]);
    this.#pollAll();
    void this.#follow();
    void this.#sweep();
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#site.stop();
  }

  #pollAll(): void {
    for (const name of Object.keys(this.#configured().teams)) void this.#poll(name);
  }

  /** Polls a team until it is no longer configured. */
  async #poll(name: string): Promise<void> {
    if (this.#polled.has(name)) return;
    this.#polled.add(name);
    while (this.#site.team(name) && !this.#isEnded()) {
      const release = await this.#next(name);
      if (release) await this.#site.show([release]);
      await this.#pause(this.#options.pollInterval);
    }
    this.#polled.delete(name);
  }

  /** Follows the operator's list and the owner's details. */
  async #follow(): Promise<void> {
    const { owner, pollInterval, remotesFile } = this.#options;
    for (;;) {
      await this.#pause(2 * pollInterval);
      if (this.#isEnded()) return;
      await Promise.all([remotesFile?.read(), owner.read()]);
      this.#pollAll();
      await this.#site.followConfiguration();
    }
  }

  /** The release to show next. While a team has none live, that is its newest copy that verifies. */
  readonly #next = singleFlight(async (name: string): Promise<VerifiedRelease | null> => {
    const recalled = this.live().releases[name] ? null : await this.#recallNewest(name);
    return recalled ?? this.#ingest(name);
  });

  /** The newest release of the stack, else of the store, that verifies. */
  async #recallNewest(name: string): Promise<VerifiedRelease | null> {
    const { history, store } = this.#options;
    const versions = [...versionsIn(history.stack(), name), ...(await store.versions(name))];
    return this.#site.recall(name, [...new Set(versions)]);
  }

  /** The release that a team's pointer names, unless it is live or was rejected recently. */
  async #ingest(name: string): Promise<VerifiedRelease | null> {
    const team = this.#site.team(name);
    if (!team) return null;
    let version: string | null = null;
    let step: Step = 'discover';
    try {
      version = await discover(team);
      if (this.live().releases[name]?.release.version === version) this.#rejections.clear(name);
      else if (!this.#rejections.holds(name, version)) {
        step = 'download';
        const copy = await download(team, version, this.#options.store);
        step = 'verify';
        return await this.#site.verify(team, version, copy);
      }
    } catch (error) {
      this.#rejections.add(name, version, rejectedAt(step, error));
    }
    return null;
  }

  /**
   * Tries to fetch a release that the store lacks, because only another replica has ingested it or because it was
   * swept: open pages may still request its files. It is never rendered here.
   */
  async obtain(name: string, version: string): Promise<void> {
    const team = this.#site.team(name);
    const key = `${name}/${version}`;
    if (!team || this.#options.store.has(name, version)) return;
    if (this.#fetches.has(key) || this.#fetches.size < ON_DEMAND)
      await this.#fetch(key, team, version).catch(() => undefined);
  }

  /** A team as configured now. */
  team(name: string): Team | undefined {
    return this.#site.team(name);
  }

  /**
   * Starts these versions beside the other remotes' live releases, for a preview. The caller stops its renderer. Rejects
   * with the remote's name and the step that failed.
   */
  async beside(versions: Readonly<Record<string, string>>): Promise<Live> {
    const candidates: VerifiedRelease[] = [];
    for (const [name, version] of Object.entries(versions))
      candidates.push(await this.#candidate(name, version));
    const live = await this.#site.beside(candidates);
    await this.#options.store.touch(live.releaseSet.remotes);
    return live;
  }

  async #candidate(name: string, version: string): Promise<VerifiedRelease> {
    const live = this.live().releases[name];
    if (live?.release.version === version) return live;
    const team = this.team(name);
    if (!team) throw new ReleaseRejected('discover', `${name} is not configured`);
    return this.#verified(team, version).catch((cause: unknown) => {
      const { step, reason } = rejectedAt('download', cause);
      throw new ReleaseRejected(step, `${name} ${version}: ${reason}`, { cause });
    });
  }

  async #verified(team: Team, version: string): Promise<VerifiedRelease> {
    return this.#site.verify(team, version, await download(team, version, this.#options.store));
  }

  readonly #fetches = new Map<string, Promise<unknown>>();
  readonly #fetch = singleFlight(
    (_, team: Team, version: string) => this.#verified(team, version),
    this.#fetches,
  );

  async #sweep(): Promise<void> {
    const { store, keepFor, log } = this.#options;
    for (;;) {
      await this.#pause(Math.min(SWEEP_INTERVAL, keepFor));
      if (this.#isEnded()) return;
      try {
        const { releaseSet, previous } = this.live();
        const removed = await store.sweep(keepFor, releaseSet.remotes, remotesOf(previous));
        if (removed.length > 0) log.info(`Swept from the store: ${removed.join(', ')}`);
      } catch (error) {
        log.warn(`The store could not be swept: ${String(error)}`);
      }
    }
  }

  /** The report for teams' commands. */
  report(): ReleaseReport {
    const { history, remotesFile } = this.#options;
    const { releaseSet, releases, since } = this.live();
    const ofRemote = (name: string): ReleaseReport['remotes'][string] => {
      const promoted = releasesOf(history.stack(), name);
      const live = promoted.find(({ version }) => version === releases[name]?.release.version) ?? null;
      const previous = promoted.filter((release) => release !== live).slice(0, REPORTED);
      return { live, previous, rejections: this.#rejections.of(name) };
    };
    const names = Object.keys(this.#configured().teams);
    return {
      releaseSet: releaseSet.id,
      since: since.toISOString(),
      remotes: Object.fromEntries(names.map((name) => [name, ofRemote(name)])),
      contract: this.#site.contract(),
      ...(remotesFile && { remotesFileProblem: remotesFile.problem }),
    };
  }

  /** Metrics for operators: promotions of each remote, and rejections by step. */
  figures() {
    const { releaseSet, renderer } = this.live();
    return {
      worker: { releaseSet: releaseSet.id, ...renderer.status() },
      promotions: this.#site.promotions,
      rejections: this.#rejections.counts(),
    };
  }

  #configured(): Configured {
    const { owner, remotesFile, teams } = this.#options;
    return { ...(remotesFile?.over(teams) ?? { teams, zones: [] }), owner: owner.current };
  }

  // A method, since the value may change during every wait.
  #isEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  #pause(milliseconds: number): Promise<void> {
    return pause(milliseconds, undefined, { signal: this.#ended.signal }).catch(() => undefined);
  }
}
