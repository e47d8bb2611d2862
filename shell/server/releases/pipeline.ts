import { setTimeout as pause } from 'node:timers/promises';
import type { ReleaseReport, Step } from '@vidlunnia/contracts/release-report';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import { discover, download } from './download';
import { LiveSite, type Live, type LiveSiteOptions } from './live-site';
import { onDemand } from './on-demand';
import { createRejections, rejectedAt } from './rejections';
import { releaseSetOf, type VerifiedRelease } from './release-set';
import type { RemotesFile } from './remotes-file';
import type { Configured, Team, Teams } from './team';

/** Milliseconds between two sweeps of the store at most. */
const SWEEP_INTERVAL = 3_600_000;
/** Previous releases of a remote that are reported. */
const REPORTED = 5;
/** What the list of remotes wants is rejected under this name: no remote has it. */
const LIST = 'REMOTES_FILE';

export interface PipelineOptions extends Omit<LiveSiteOptions, 'configured' | 'rejections'> {
  readonly teams: Teams;
  /** The operator's list of remotes; without it there are `teams` and no others. */
  readonly remotesFile?: RemotesFile | undefined;
  /** Milliseconds between polls of a team's pointer. */
  readonly pollInterval: number;
  /** Milliseconds for which a start waits for the origins of teams of which the store has nothing. */
  readonly startPatience?: number;
  /** Milliseconds for which the files of a release stay after it was live: for pages that are open. */
  readonly keepFor: number;
}

/**
 * A release's way to visitors: discover → download → verify → render-test → promote → retire. Every step may reject it;
 * the rejection is noted, nothing is thrown, and what is live stays.
 */
export class Pipeline {
  readonly #options: PipelineOptions;
  readonly #rejections: ReturnType<typeof createRejections>;
  readonly #site: LiveSite;
  /** Verified releases that wait for their render test. */
  readonly #ready = new Map<string, VerifiedRelease>();
  readonly #polled = new Set<string>();
  readonly #ended = new AbortController();

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#rejections = createRejections(options.log);
    const configured = () => this.#configured();
    this.#site = new LiveSite({ ...options, configured, rejections: this.#rejections });
  }

  readonly live = (): Live => this.#site.live();

  /** Folder of the release store: a directory a version, by remote. */
  get releases(): string {
    return this.#options.store.root;
  }

  /** Gets a release into the store that another replica has live, if it can be had. It is never rendered here. */
  readonly obtain = onDemand(
    (name, version) => this.#options.store.has(name, version),
    (name, version) => this.#fetch(name, version),
  );

  /** Begins with the newest releases that verify, else with what the origins bring in time, then polls. */
  async start(): Promise<void> {
    const teams = Object.values(this.#configured().teams);
    await Promise.all(teams.map((team) => this.#recallAbsent(team)));
    await this.#goOn();
    const absent = teams.filter(({ remote }) => !this.live().releases[remote.name]);
    if (absent.length > 0) {
      const arrived = Promise.all(absent.map(({ remote }) => this.#ingest(remote.name)));
      await Promise.race([arrived, this.#pause(this.#options.startPatience ?? 5_000)]);
      await this.#goOn();
    }
    this.#pollAll();
    if (this.#options.remotesFile) void this.#follow(this.#options.remotesFile);
    void this.#sweep();
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#site.stop();
  }

  #pollAll(): void {
    for (const name of Object.keys(this.#configured().teams)) void this.#poll(name);
  }

  /** Polls a team as it is configured at the time, until it no longer is. */
  async #poll(name: string): Promise<void> {
    if (this.#polled.has(name)) return;
    this.#polled.add(name);
    for (let team = this.#site.team(name); team && !this.#isEnded(); team = this.#site.team(name)) {
      await this.#recallAbsent(team);
      await this.#ingest(name);
      await this.#goOn();
      await this.#pause(this.#options.pollInterval);
    }
    this.#polled.delete(name);
  }

  async #follow(list: RemotesFile): Promise<void> {
    while (!this.#isEnded()) {
      await list.read();
      this.#pollAll();
      await this.#goOn();
      await this.#pause(2 * this.#options.pollInterval);
    }
  }

  /** Makes what a team's pointer names ready, unless it is live or was rejected lately. */
  readonly #ingest = singleFlight(async (name: string): Promise<void> => {
    const team = this.#site.team(name);
    if (!team) return;
    let version: string | null = null;
    let step: Step = 'discover';
    try {
      version = await discover(team);
      if (this.live().releases[name]?.release.version === version) {
        this.#rejections.clear(name);
        return;
      }
      if (this.#rejections.holds(name, version)) return;
      step = 'download';
      const copy = await download(team, version, this.#options.store);
      step = 'verify';
      this.#ready.set(name, await this.#site.verify(team, version, copy));
    } catch (error) {
      this.#rejections.add(name, version, rejectedAt(step, error));
    }
  });

  /** Tries what is ready, and what the list of remotes says by now. What fails together is tried one by one. */
  #goOn(): Promise<void> {
    return this.#site.inTurn(async () => {
      const releases = [...this.#ready.values()];
      this.#ready.clear();
      if (releases.length < 2 || !(await this.#goLive(releases)))
        for (const release of releases) await this.#goLive([release]);
      if (!(await this.#goLive([], true))) await this.#goLive([]);
    });
  }

  /** Blue/green: a set with these releases is tried beside the live one, then replaces it. Resolves to whether it is live. */
  async #goLive(changed: readonly VerifiedRelease[], withNewZones = false): Promise<boolean> {
    const next = this.#site.setWith(changed, withNewZones);
    const { id } = next.releaseSet;
    if (id === this.live().releaseSet.id) return true;
    if (changed.length === 0 && this.#rejections.holds(LIST, id)) return false;
    try {
      const renderer = await this.#site.renderTest(next);
      const replaced = await this.#site.promote(next, renderer);
      await this.#site.retire(replaced);
      for (const { name } of changed) this.#rejections.clear(name);
      return true;
    } catch (error) {
      const [first, ...others] = changed;
      // Of several nobody knows which one is to blame.
      if (others.length === 0)
        this.#rejections.add(first?.name ?? LIST, first?.release.version ?? id, rejectedAt('promote', error));
      return false;
    }
  }

  /** Makes ready, of a team that has nothing live, the newest release of the stack, else of the store, that verifies. */
  async #recallAbsent(team: Team): Promise<void> {
    const { name } = team.remote;
    if (this.live().releases[name]) return;
    const versions = new Set(this.#site.releasesOf(name).map(({ version }) => version));
    for (const version of await this.#options.store.versions(name)) versions.add(version);
    const recalled = await this.#site.recall(team, [...versions]);
    if (recalled) this.#ready.set(name, recalled);
  }

  async #sweep(): Promise<void> {
    const { store, keepFor, log } = this.#options;
    for (;;) {
      await this.#pause(Math.min(SWEEP_INTERVAL, keepFor));
      if (this.#isEnded()) return;
      try {
        const { releaseSet, previous } = this.live();
        const removed = await store.sweep(keepFor, releaseSet.remotes, releaseSetOf(previous).remotes);
        if (removed.length > 0) log.info(`Swept from the store: ${removed.join(', ')}`);
      } catch (error) {
        log.warn(`The store could not be swept: ${String(error)}`);
      }
    }
  }

  /** What teams' commands may know. */
  report(): ReleaseReport {
    const { remotesFile } = this.#options;
    const { releaseSet, releases, since } = this.live();
    const ofRemote = (name: string): ReleaseReport['remotes'][string] => {
      const promoted = this.#site.releasesOf(name);
      const live = promoted.find(({ version }) => version === releases[name]?.release.version) ?? null;
      const previous = promoted.filter((release) => release !== live).slice(0, REPORTED);
      return { live, previous, rejections: [...this.#rejections.of(name)] };
    };
    const names = Object.keys(this.#configured().teams);
    return {
      releaseSet: releaseSet.id,
      since: since.toISOString(),
      remotes: Object.fromEntries(names.map((name) => [name, ofRemote(name)])),
      contract: this.#site.contract(),
      ...(remotesFile && { remotesFile: remotesFile.report() }),
    };
  }

  /** What operators watch: how often releases of each remote went live, and were rejected at each step. */
  figures() {
    const { releaseSet, renderer } = this.live();
    return {
      worker: { releaseSet: releaseSet.id, ...renderer.status() },
      promotions: this.#site.promotions(),
      rejections: this.#rejections.counts(),
    };
  }

  async #fetch(name: string, version: string): Promise<void> {
    const team = this.#site.team(name);
    if (!team) throw new Error(`There is no remote ${name}`);
    await this.#site.verify(team, version, await download(team, version, this.#options.store));
  }

  #configured(): Configured {
    const { remotesFile, teams } = this.#options;
    return remotesFile?.over(teams) ?? { teams, zones: [] };
  }

  // Asked anew after every wait: it may have changed meanwhile.
  #isEnded(): boolean {
    return this.#ended.signal.aborted;
  }

  #pause(milliseconds: number): Promise<void> {
    return pause(milliseconds, undefined, { signal: this.#ended.signal }).catch(() => undefined);
  }
}
