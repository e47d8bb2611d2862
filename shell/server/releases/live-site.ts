import type { ModuleId } from '@vidlunnia/contracts';
import type { ShellContract } from '@vidlunnia/contracts/release-report';
import type { Log } from '@vidlunnia/operating/log';
import { moduleOf, remoteOf, type ReleaseSet } from '../../src/remotes/release-set';
import { NO_RENDERER, type Renderer } from '../render/supervised-worker';
import { releasesOf, withSet, type History, type PastSet, type Stack } from './history';
import { rejectedAt, ReleaseRejected, type Rejections } from './rejections';
import { releaseSetOf, remoteRelease, type Releases, type VerifiedRelease } from './release-set';
import type { ReleaseStore } from './release-store';
import type { Configured, Team } from './team';
import { verifyCopy } from './verify';

/** Milliseconds for which a demoted release is not tried again: every try costs its visitors some seconds. */
const DEMOTED_FOR = 3_600_000;

/** A release set that may be shown. */
interface Candidate {
  readonly releaseSet: ReleaseSet;
  readonly releases: Releases;
}

/** What visitors get at this moment: a release set, what browsers fall back to, and what renders it. */
export interface Live extends Candidate {
  /** Of each remote the nearest other release below in the stack whose copy is good. */
  readonly previous: Releases;
  readonly renderer: Renderer;
  readonly since: Date;
}

export interface LiveSiteOptions {
  readonly contract: ShellContract;
  readonly store: ReleaseStore;
  readonly history: History;
  /** Starts a renderer of a set and renders its golden pages. Rejects with what does not work. */
  readonly renderTest: (set: ReleaseSet) => Promise<Renderer>;
  /** Whose releases the site has by now, and where what of them stands. */
  readonly configured: () => Configured;
  readonly rejections: Rejections;
  readonly log: Log;
}

/** The live release set. It is replaced as a whole, one replacement after another. */
export class LiveSite {
  readonly #options: LiveSiteOptions;
  readonly #promotions = new Map<string, number>();
  #turn: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #live: Live = {
    releaseSet: releaseSetOf({}),
    releases: {},
    previous: {},
    renderer: NO_RENDERER,
    since: new Date(),
  };

  constructor(options: LiveSiteOptions) {
    this.#options = options;
  }

  readonly live = (): Live => this.#live;

  /** Does work after all other work that changes the live set. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /**
   * The live set with these releases, as it is configured now. New zones come with a release of their remote or when they
   * are asked for: no live set was tried with them.
   */
  setWith(changed: readonly VerifiedRelease[], withNewZones = false): Candidate {
    const { teams, zones } = this.#options.configured();
    const { releaseSet, releases: live } = this.#live;
    const isTried = (id: ModuleId) =>
      releaseSet.zones.some((zone) => zone.id === id) || changed.some(({ name }) => name === remoteOf(id));
    const all = { ...live, ...Object.fromEntries(changed.map((release) => [release.name, release])) };
    const releases = Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(teams, name)));
    const wanted = zones.filter(({ id }) => withNewZones || isTried(id));
    return { releases, releaseSet: releaseSetOf(releases, wanted) };
  }

  /** Starts what renders a set. Rejects with `ReleaseRejected`. */
  async renderTest({ releaseSet }: Candidate): Promise<Renderer> {
    try {
      return await this.#options.renderTest(releaseSet);
    } catch (error) {
      throw rejectedAt('render-test', error);
    }
  }

  /**
   * Makes a set live for every request that begins from now on. Resolves to the one before. Rejects when the stack cannot
   * be written; nothing has changed then.
   */
  async promote({ releaseSet, releases }: Candidate, renderer: Renderer, stack?: Stack): Promise<Live> {
    const { history, log } = this.#options;
    try {
      if (this.#isStopped) throw new Error('the shell ends');
      await history.replace(stack ?? withSet(history.stack(), releases));
    } catch (error) {
      await renderer.stop();
      throw rejectedAt('promote', error);
    }
    const replaced = this.#live;
    const previous = await this.#previousOf(releases);
    const live = { releaseSet, releases, previous, renderer, since: new Date(Date.now()) };
    this.#live = live;
    void renderer.unsteady.then((reason) => this.#demote(live, reason));
    const changed = Object.values(releases).filter(
      ({ name, release }) => replaced.releases[name]?.release.version !== release.version,
    );
    for (const { name } of changed) this.#promotions.set(name, (this.#promotions.get(name) ?? 0) + 1);
    const names = changed.map(({ name, release }) => `${name} ${release.version}`).join(', ');
    log.info(`Release set ${releaseSet.id} is live: ${names || 'as configured'}`);
    return replaced;
  }

  /** Ends the worker of a replaced set once the pages that were requested of it are done. */
  async retire({ releaseSet, renderer }: Live): Promise<void> {
    await this.#options.store.touch(releaseSet.remotes);
    await renderer.stop();
  }

  /**
   * Goes back to the next set below that can be rendered. The teams' pointers still name what it lacks, so that this is
   * held back for long. Without such a set everything stays: its workers are tried on and on.
   */
  #demote(failing: Live, reason: Error): Promise<void> {
    return this.inTurn(async () => {
      if (this.#live !== failing || this.#isStopped) return;
      const { history, log, rejections } = this.#options;
      const stack = history.stack();
      for (const [place, past] of stack.entries()) {
        const releases = await this.#recallSet(failing, past);
        const replaced = Object.values(failing.releases).filter((each) => releases?.[each.name] !== each);
        if (!releases || replaced.length === 0) continue;
        const error = new ReleaseRejected('render-test', `its render workers keep ending: ${reason.message}`);
        for (const { name, release } of replaced) rejections.add(name, release.version, error, DEMOTED_FOR);
        const below = { releases, releaseSet: releaseSetOf(releases, failing.releaseSet.zones) };
        try {
          const renderer = await this.renderTest(below);
          await this.retire(await this.promote(below, renderer, stack.slice(place)));
          return;
        } catch (failure) {
          log.warn(`The set below, ${below.releaseSet.id}, is ${String(failure)}`);
        }
      }
    });
  }

  /** The releases of a set that was live; `null` when it lacks a remote that is live, or one of its copies is not good. */
  async #recallSet(failing: Live, { remotes }: PastSet): Promise<Releases | null> {
    const releases: Record<string, VerifiedRelease> = {};
    for (const [name, current] of Object.entries(failing.releases)) {
      const version = remotes[name]?.version;
      const team = this.team(name);
      if (version === undefined || !team) return null;
      const found = current.release.version === version ? current : await this.recall(team, [version]);
      if (!found) return null;
      releases[name] = found;
    }
    return releases;
  }

  /** Of each remote the release that browsers fall back to. */
  async #previousOf(releases: Releases): Promise<Releases> {
    const found: Record<string, VerifiedRelease> = {};
    for (const { name, release } of Object.values(releases)) {
      const team = this.team(name);
      const versions = this.releasesOf(name).map(({ version }) => version);
      const below = versions.filter((version) => version !== release.version);
      const known = [this.#live.releases[name], this.#live.previous[name]].find(
        (each) => each?.release.version === below[0],
      );
      const previous = known ?? (team && (await this.recall(team, below)));
      if (previous) found[name] = previous;
    }
    return found;
  }

  /** The first of these versions that the store has and that verifies: a disk, or the contract, may have changed. */
  async recall(team: Team, versions: readonly string[]): Promise<VerifiedRelease | null> {
    const { name } = team.remote;
    const { store, rejections } = this.#options;
    for (const version of versions) {
      if (!store.has(name, version) || rejections.holds(name, version)) continue;
      try {
        return await this.verify(team, version, store.directory(name, version));
      } catch (error) {
        // The team's origin may have it whole: nothing holds it back.
        rejections.add(name, version, rejectedAt('verify', error), 0);
      }
    }
    return null;
  }

  /** Keeps a copy in the store, or discards it: nothing unverified is served or run. */
  async verify(team: Team, version: string, copy: string): Promise<VerifiedRelease> {
    const { remote } = team;
    const { store } = this.#options;
    try {
      const manifest = await verifyCopy(team, version, copy, this.contract());
      await store.keep(remote.name, version, copy);
      const { commit, provenance } = manifest;
      const release = remoteRelease(remote, manifest);
      return { name: remote.name, commit, ...(provenance && { provenance }), release };
    } catch (error) {
      // The disk may fail here again: the first failure is the one to report.
      await store.discard(copy).catch(() => undefined);
      throw error;
    }
  }

  /** What a release has to fit: it may not drop what stands in a zone. */
  contract(): ShellContract {
    const { contract } = this.#options;
    const modules: Record<string, string[]> = { ...contract.modules };
    for (const { id } of this.#live.releaseSet.zones)
      modules[remoteOf(id)] = [...(modules[remoteOf(id)] ?? []), moduleOf(id)];
    return { ...contract, modules };
  }

  /** A team as it is configured now. */
  team(name: string): Team | undefined {
    const { teams } = this.#options.configured();
    return Object.hasOwn(teams, name) ? teams[name] : undefined;
  }

  /** Releases of a remote that were live, the newest first. */
  releasesOf(name: string) {
    return releasesOf(this.#options.history.stack(), name);
  }

  /** How many releases of each remote went live. */
  promotions(): ReadonlyMap<string, number> {
    return this.#promotions;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#live.renderer.stop();
  }
}
