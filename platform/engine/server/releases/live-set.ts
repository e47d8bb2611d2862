import { createHash } from 'node:crypto';
import type { Log } from '@vidlunnia/operating';
import { createMutex } from '@vidlunnia/operating/single-flight';
import { moduleOf, remoteOf, type Zone } from '../../page/modules';
import type { ReleaseFile, ReleaseSet, RemoteRelease } from '../../page/remotes/release-set';
import { NO_RENDERER, type Renderer } from '../render/supervised-worker';
import type { Configured, Draft } from './configuration';
import type { Intake, Releases, SetInUse } from './intake';
import type { ReleaseStore } from './release-store';
import { rejectedAt, ReleaseRejected } from '@vidlunnia/releases/verify';
import type { ReleaseManifest } from '@vidlunnia/releases/release';
import { releasePath } from '@vidlunnia/settings/topology';

/** How long a rolled-back release is not retried, because each attempt costs visitors some seconds. */
const STEPPED_BACK_FOR_MS = 3_600_000;
/** Rejections of the configuration are recorded under this name, which no remote can have. */
const CONFIGURATION = 'The configuration';

/** A release set with its renderer, for visitors or for a preview. */
export interface Live extends SetInUse {
  readonly renderer: Renderer;
  readonly since: Date;
}

type NewSet = Pick<Live, 'releases' | 'releaseSet'>;

interface LiveSetOptions {
  readonly intake: Intake;
  readonly store: ReleaseStore;
  /** Starts a renderer of a set and renders its golden pages. Rejects with the failures. */
  readonly renderTest: (set: ReleaseSet) => Promise<Renderer>;
  readonly configured: () => Configured;
  readonly log: Log;
}

/** The release set that visitors get. Replaced as a whole, one change at a time: render-test → swap → retire. */
export class LiveSet {
  /** Number of promotions of each remote. */
  readonly promotions = new Map<string, number>();
  readonly #options: LiveSetOptions;
  readonly #runExclusive = createMutex();
  #isStopped = false;
  #live: Live;

  constructor(options: LiveSetOptions) {
    this.#options = options;
    const releaseSet = releaseSetOf({}, options.configured().facts, []);
    this.#live = { releaseSet, releases: {}, renderer: NO_RENDERER, since: new Date() };
  }

  readonly live = (): Live => this.#live;

  /** Promotes verified releases. If they fail together, tests each alone to find the cause. */
  promote(releases: readonly ReleaseManifest[]): Promise<void> {
    return this.#runExclusive(async () => {
      if (releases.length > 1 && (await this.#testAndPromote(releases))) return;
      for (const release of releases) await this.#testAndPromote([release]);
    });
  }

  /** Applies the current list of remotes and the site's facts. If the set fails, retries without new zones. */
  applyConfiguration(): Promise<void> {
    return this.#runExclusive(async () => {
      if (!(await this.#testAndPromote([], true))) await this.#testAndPromote([]);
    });
  }

  /** Withdraws a harmful release for good. The nearest earlier release with a valid copy replaces it. */
  async withdraw(name: string, version: string, reason: string): Promise<void> {
    const { intake, log } = this.#options;
    const { rejections } = intake;
    const isKnown = rejections.isWithdrawn(name, version);
    // At once, because a test may occupy the set; this alone ends a rollout.
    if (!isKnown) rejections.add(name, version, new ReleaseRejected('visitors', reason));
    await this.#runExclusive(async () => {
      if (this.#live.releases[name]?.version !== version || this.#isStopped) return;
      const earlier = await intake.fallbackFor(name);
      if (earlier) await this.#testAndPromote([earlier]);
      else if (!isKnown) log.warn(`${name} ${version} is withdrawn, but there is no earlier release`);
    });
  }

  /**
   * Starts the live set with these versions instead of its own, and with a draft of the content, for a preview or a
   * rollout. Promotes and records nothing. The caller stops the renderer. Rejects with `ReleaseRejected`.
   */
  readonly withLiveReleases = async (
    versions: Readonly<Record<string, string>>,
    draft?: Draft,
  ): Promise<Live> => {
    const releases = await this.#options.intake.downloadAll(versions);
    const set = this.#setWith(releases, false, draft);
    return {
      ...set,
      renderer: await this.#renderTest(set.releaseSet),
      since: new Date(Date.now()),
    };
  };

  /** Tests the live set with these releases, and promotes it. Resolves to whether it is live. */
  async #testAndPromote(changed: readonly ReleaseManifest[], withNewZones = false): Promise<boolean> {
    const { rejections } = this.#options.intake;
    const set = this.#setWith(changed, withNewZones);
    const { id } = set.releaseSet;
    if (id === this.#live.releaseSet.id) return true;
    if (changed.length === 0 && rejections.isHeld(CONFIGURATION, id)) return false;
    // Withdrawn since it was downloaded.
    if (changed.some(({ name, version }) => rejections.isHeld(name, version))) return false;
    try {
      await this.#swap(set);
      for (const { name } of changed) rejections.recovered(name);
      return true;
    } catch (error) {
      const [first, ...others] = changed;
      const rejected = rejectedAt('promote', error);
      if (!first) rejections.add(CONFIGURATION, id, rejected);
      else if (others.length === 0) rejections.add(first.name, first.version, rejected);
      return false;
    }
  }

  /**
   * The live set with these releases, as configured now. A new zone is untested, so it waits for its remote's next
   * release or a trial of the configuration.
   */
  #setWith(changed: readonly ReleaseManifest[], withNewZones = false, draft?: Draft): NewSet {
    const { facts, teams, zones } = this.#options.configured();
    const { releaseSet, releases: live } = this.#live;
    const isTested = (id: string) =>
      releaseSet.zones.some((zone) => zone.id === id) || changed.some(({ name }) => name === remoteOf(id));
    const all = Object.values({ ...live, ...byName(changed) });
    const releases = byName(all.filter(({ name }) => Object.hasOwn(teams, name)));
    const wanted = zones.filter(({ id }) => withNewZones || isTested(id));
    return { releases, releaseSet: releaseSetOf(releases, draft?.facts ?? facts, wanted, draft?.content) };
  }

  /**
   * Blue/green: tests a set alongside the live one, then switches all new requests to it, and ends the old set's worker
   * after its pending pages. When it rejects with `ReleaseRejected`, nothing has changed.
   */
  async #swap({ releases, releaseSet }: NewSet, isRetry = false): Promise<void> {
    const { log, store } = this.#options;
    const replaced = this.#live;
    const renderer = await this.#renderTest(releaseSet);
    if (this.#isStopped) {
      await renderer.stop();
      throw new ReleaseRejected('promote', 'the host ends');
    }
    for (const release of Object.values(releases)) await store.promote(release);
    for (const name of Object.keys(replaced.releases)) if (!releases[name]) await store.retire(name);
    const live = { releaseSet, releases, renderer, since: new Date(Date.now()) };
    this.#live = live;
    void renderer.crashLoop.then((reason) => this.#stepBack(live, reason, isRetry));
    const changed = Object.values(releases).filter(
      ({ name, version }) => replaced.releases[name]?.version !== version,
    );
    for (const { name } of changed) this.promotions.set(name, (this.promotions.get(name) ?? 0) + 1);
    const names = changed.map(({ name, version }) => `${name} ${version}`).join(', ');
    log.info(
      `Release set ${releaseSet.id} is live: ${names || (isRetry ? 'started again' : 'as configured')}`,
    );
    await replaced.renderer.stop();
  }

  async #renderTest(set: ReleaseSet): Promise<Renderer> {
    if (this.#isStopped) throw new ReleaseRejected('promote', 'the host ends');
    return this.#options.renderTest(set).catch((error: unknown) => {
      throw rejectedAt('render-test', error);
    });
  }

  /**
   * Restarts a set whose workers keep ending. If they end again, rolls promotions back, newest first, until a set can be
   * rendered, and blocks those releases for an hour. If no earlier set works, the machine is the cause: the last set
   * stays, its workers are restarted again and again, and the releases may return. If an earlier set works after the
   * restart failed, the machine may have recovered meanwhile, so the full set is attempted again.
   */
  #stepBack(failing: Live, { message }: Error, isRetried: boolean): Promise<void> {
    return this.#runExclusive(async () => {
      if (this.#live !== failing || this.#isStopped) return;
      const { intake, log, store } = this.#options;
      const start = (set: NewSet, isRetry = false) =>
        this.#swap(set, isRetry).then(
          () => true,
          (failure: unknown) => {
            log.warn(`Release set ${set.releaseSet.id} is ${String(failure)}`);
            return false;
          },
        );
      const isBack = async () => !isRetried && (await start(failing, true));
      if (await isBack()) return;
      const promotions = Object.keys(failing.releases).flatMap((name) =>
        store.promoted(name).map(({ since }, index, all) => ({ name, since, below: all.slice(index + 1) })),
      );
      const earlier: ReleaseManifest[] = [];
      for (const { name, below } of promotions.sort((one, other) => other.since.localeCompare(one.since))) {
        const release = await intake.firstValidCopy(name, below);
        if (!release) continue;
        earlier.push(release);
        if (!(await start(this.#setWith(earlier)))) continue;
        if (await isBack()) return;
        const error = new ReleaseRejected('render-test', `its render workers keep ending: ${message}`);
        for (const [taken, { version }] of Object.entries(failing.releases))
          if (earlier.some((each) => each.name === taken))
            intake.rejections.add(taken, version, error, STEPPED_BACK_FOR_MS);
        return;
      }
      for (const name of Object.keys(failing.releases)) intake.rejections.allowRetries(name);
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#live.renderer.stop();
  }
}

/**
 * The set of these releases, their zones and the site's facts. Its id depends only on versions, zones and facts,
 * so every replica has the same id.
 */
function releaseSetOf(
  releases: Releases,
  facts: unknown,
  wanted: readonly Zone[],
  content?: string,
): ReleaseSet {
  const remotes = Object.fromEntries(Object.values(releases).map((each) => [each.name, remoteRelease(each)]));
  const zones = wanted.filter(({ id }) => remotes[remoteOf(id)]?.modules[moduleOf(id)]);
  const versions = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
  const places = zones.map(({ id, page, after }) => `${id}@${page}:${after}`);
  const parts = [...versions.sort(), ...places, JSON.stringify(facts), ...(content ? [content] : [])].join(
    ' ',
  );
  const id = createHash('sha256').update(parts).digest('hex').slice(0, 12);
  return { id, remotes, zones, facts, ...(content && { content }) };
}

/** What pages need of a release. */
function remoteRelease(release: ReleaseManifest): RemoteRelease {
  const { version, container, files } = release;
  const fileOf = (file: string): ReleaseFile => [
    releasePath(release, version) + file,
    `sha384-${files[file]?.sha384 ?? ''}`,
  ];
  const modules = Object.entries(release.modules).map(
    ([name, { js, css }]) => [name, { js: js.map(fileOf), css: css.map(fileOf) }] as const,
  );
  return { version, container, entry: fileOf(release.entry), modules: Object.fromEntries(modules) };
}

const byName = (releases: readonly ReleaseManifest[]): Releases =>
  Object.fromEntries(releases.map((release) => [release.name, release]));
