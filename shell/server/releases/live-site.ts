import { OWNER } from '@vidlunnia/content';
import type { ModuleId } from '@vidlunnia/contracts';
import type { ShellContract } from '@vidlunnia/contracts/release-report';
import type { Log } from '@vidlunnia/operating/log';
import { moduleOf, remoteOf, type ReleaseSet } from '../../src/remotes/release-set';
import { NO_RENDERER, type Renderer } from '../render/supervised-worker';
import { versionsIn, type History } from './history';
import { rejectedAt, ReleaseRejected, type Rejections } from './rejections';
import { releaseSetOf, remoteRelease, type Releases, type VerifiedRelease } from './release-set';
import type { ReleaseStore } from './release-store';
import type { Configured, Team } from './team';
import { verifyCopy } from './verify';

/** Milliseconds for which a demoted release is not tried again: every attempt costs visitors some seconds. */
const DEMOTED_FOR = 3_600_000;
/** Rejections of a list of remotes or of details are recorded under this name: no remote has it. */
const CONFIGURATION = 'The configuration';

/** The current state for visitors: a release set, its fallbacks for browsers, and its renderer. */
export interface Live {
  readonly releaseSet: ReleaseSet;
  readonly releases: Releases;
  /** For each remote, the nearest other release lower in the stack with a valid copy. */
  readonly previous: Releases;
  readonly renderer: Renderer;
  readonly since: Date;
}

export interface LiveSiteOptions {
  readonly contract: ShellContract;
  readonly store: ReleaseStore;
  readonly history: History;
  /** Starts a renderer of a set and renders its golden pages. Rejects with the failures. */
  readonly renderTest: (set: ReleaseSet) => Promise<Renderer>;
  /** The current teams and zones. */
  readonly configured: () => Configured;
  readonly rejections: Rejections;
  readonly log: Log;
}

/** The live release set. It is replaced as a whole, one replacement at a time: render-test → promote → retire. */
export class LiveSite {
  /** Number of promotions of each remote. */
  readonly promotions = new Map<string, number>();
  readonly #options: LiveSiteOptions;
  #turn: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #live: Live = {
    releaseSet: releaseSetOf({}, OWNER),
    releases: {},
    previous: {},
    renderer: NO_RENDERER,
    since: new Date(),
  };

  constructor(options: LiveSiteOptions) {
    this.#options = options;
  }

  readonly live = (): Live => this.#live;

  /** Makes verified releases live. If they fail together, each is tried alone to find the cause. */
  show(releases: readonly VerifiedRelease[]): Promise<void> {
    return this.#inTurn(async () => {
      if (releases.length > 1 && (await this.#goLive(releases))) return;
      for (const release of releases) await this.#goLive([release]);
    });
  }

  /** Applies the current list of remotes and the owner's details; without new zones if a set with them fails. */
  followConfiguration(): Promise<void> {
    return this.#inTurn(async () => {
      if (!(await this.#goLive([], true))) await this.#goLive([]);
    });
  }

  /**
   * Starts the live set with these releases in place of theirs, for a preview: nothing is promoted or recorded. The
   * caller stops its renderer. Rejects with `ReleaseRejected`.
   */
  async beside(candidates: readonly VerifiedRelease[]): Promise<Live> {
    const { releases: live, previous } = this.#live;
    const { releases, releaseSet } = this.#setWith(candidates, false);
    const replaced = candidates.flatMap(({ name }) => live[name] ?? []);
    return {
      ...{ releaseSet, releases, since: new Date(Date.now()) },
      previous: { ...previous, ...Object.fromEntries(replaced.map((release) => [release.name, release])) },
      renderer: await this.#tried(releaseSet),
    };
  }

  /** Does work after all other work that changes the live set. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Adds these releases to the live set. Resolves to whether the result is live. */
  async #goLive(changed: readonly VerifiedRelease[], withNewZones = false): Promise<boolean> {
    const { rejections } = this.#options;
    const { releases, releaseSet } = this.#setWith(changed, withNewZones);
    if (releaseSet.id === this.#live.releaseSet.id) return true;
    if (changed.length === 0 && rejections.holds(CONFIGURATION, releaseSet.id)) return false;
    try {
      await this.#replace(releases, releaseSet);
      for (const { name } of changed) rejections.clear(name);
      return true;
    } catch (error) {
      const [first, ...others] = changed;
      const rejected = rejectedAt('promote', error);
      if (!first) rejections.add(CONFIGURATION, releaseSet.id, rejected);
      else if (others.length === 0) rejections.add(first.name, first.release.version, rejected);
      return false;
    }
  }

  /**
   * The live set with these releases, as configured now. New zones are added with a release of their remote or on
   * request: no live set was tested with them.
   */
  #setWith(
    changed: readonly VerifiedRelease[],
    withNewZones: boolean,
  ): Pick<Live, 'releases' | 'releaseSet'> {
    const { owner, teams, zones } = this.#options.configured();
    const { releaseSet, releases: live } = this.#live;
    const isTried = (id: ModuleId) =>
      releaseSet.zones.some((zone) => zone.id === id) || changed.some(({ name }) => name === remoteOf(id));
    const all = { ...live, ...Object.fromEntries(changed.map((release) => [release.name, release])) };
    const releases = Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(teams, name)));
    const wanted = zones.filter(({ id }) => withNewZones || isTried(id));
    return { releases, releaseSet: releaseSetOf(releases, owner, wanted) };
  }

  /**
   * Blue/green: tests a set beside the live one, then makes it live for all new requests, and ends the old set's worker
   * when its pages are done. Rejects with `ReleaseRejected`; nothing has changed then.
   */
  async #replace(releases: Releases, releaseSet: ReleaseSet): Promise<void> {
    const { history, log, store } = this.#options;
    const renderer = await this.#tried(releaseSet);
    try {
      if (this.#isStopped) throw new Error('the shell ends');
      await history.add(releases);
    } catch (error) {
      await renderer.stop();
      throw rejectedAt('promote', error);
    }
    const replaced = this.#live;
    const previous = await this.#recallEach(releases, (name) =>
      versionsIn(history.stack(), name).filter((version) => version !== releases[name]?.release.version),
    );
    const live = { releaseSet, releases, previous, renderer, since: new Date(Date.now()) };
    this.#live = live;
    void renderer.unsteady.then((reason) => this.#demote(live, reason));
    const changed = differing(releases, replaced.releases);
    for (const { name } of changed) this.promotions.set(name, (this.promotions.get(name) ?? 0) + 1);
    const names = changed.map(({ name, release }) => `${name} ${release.version}`).join(', ');
    log.info(`Release set ${releaseSet.id} is live: ${names || 'as configured'}`);
    await store.touch(replaced.releaseSet.remotes);
    await replaced.renderer.stop();
  }

  #tried(set: ReleaseSet): Promise<Renderer> {
    return this.#options.renderTest(set).catch((error: unknown) => {
      throw rejectedAt('render-test', error);
    });
  }

  /**
   * Goes back to the next lower set that can be rendered. The teams' pointers still name the removed releases, so these
   * are held back for long. Without such a set nothing changes: its workers are restarted again and again.
   */
  #demote(failing: Live, reason: Error): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#live !== failing || this.#isStopped) return;
      const { history, log, rejections } = this.#options;
      for (const past of history.stack()) {
        const releases = await this.#recallEach(failing.releases, (name) => versionsIn([past], name));
        const isWhole = Object.keys(failing.releases).every((name) => releases[name]);
        const given = differing(failing.releases, releases);
        if (!isWhole || given.length === 0) continue;
        const error = new ReleaseRejected('render-test', `its render workers keep ending: ${reason.message}`);
        for (const { name, release } of given) rejections.add(name, release.version, error, DEMOTED_FOR);
        const below = releaseSetOf(releases, failing.releaseSet.owner, failing.releaseSet.zones);
        try {
          await this.#replace(releases, below);
          return;
        } catch (failure) {
          log.warn(`The set below, ${below.id}, is ${String(failure)}`);
        }
      }
    });
  }

  /** For each remote of the wanted set, the first of its versions with a valid copy. */
  async #recallEach(releases: Releases, versionsOf: (name: string) => readonly string[]): Promise<Releases> {
    const found: Record<string, VerifiedRelease> = {};
    for (const name of Object.keys(releases)) {
      const release = await this.recall(name, versionsOf(name));
      if (release) found[name] = release;
    }
    return found;
  }

  /** The first of these versions that the store has and that verifies: the disk or the contract may have changed. */
  async recall(name: string, versions: readonly string[]): Promise<VerifiedRelease | null> {
    const { store, rejections } = this.#options;
    const team = this.team(name);
    if (!team) return null;
    for (const version of versions) {
      const known = [this.#live.releases[name], this.#live.previous[name]].find(
        (each) => each?.release.version === version,
      );
      if (known) return known;
      if (!store.has(name, version) || rejections.holds(name, version)) continue;
      try {
        return await this.verify(team, version, store.directory(name, version));
      } catch (error) {
        // The team's origin may have an intact copy: do not hold it back.
        rejections.add(name, version, rejectedAt('verify', error), 0);
      }
    }
    return null;
  }

  /** Keeps a copy in the store, or discards it: nothing unverified is served or run. */
  async verify(team: Team, version: string, copy: string): Promise<VerifiedRelease> {
    const { store } = this.#options;
    const { remote } = team;
    try {
      const manifest = await verifyCopy(team, version, copy, this.contract());
      await store.keep(remote.name, version, copy);
      const { commit, provenance } = manifest;
      const release = remoteRelease(remote, manifest);
      return { name: remote.name, commit, ...(provenance && { provenance }), release };
    } catch (error) {
      // The disk may fail here again: report the first failure.
      await store.discard(copy).catch(() => undefined);
      throw error;
    }
  }

  /** The contract that a release has to fit: it must keep modules that are in zones. */
  contract(): ShellContract {
    const { contract } = this.#options;
    const modules: Record<string, string[]> = { ...contract.modules };
    for (const { id } of this.#live.releaseSet.zones)
      modules[remoteOf(id)] = [...(modules[remoteOf(id)] ?? []), moduleOf(id)];
    return { ...contract, modules };
  }

  /** A team as configured now. */
  team(name: string): Team | undefined {
    const { teams } = this.#options.configured();
    return Object.hasOwn(teams, name) ? teams[name] : undefined;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#live.renderer.stop();
  }
}

/** Those of the first releases that the second lack. */
const differing = (first: Releases, second: Releases): VerifiedRelease[] =>
  Object.values(first).filter(({ name, release }) => second[name]?.release.version !== release.version);
