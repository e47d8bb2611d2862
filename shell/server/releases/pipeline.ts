import { parseChecked } from '@vidlunnia/contracts/checked';
import { buffer } from 'node:stream/consumers';
import type { ModuleId } from '@vidlunnia/contracts';
import { ORIGIN_FILES, PointerSchema } from '@vidlunnia/contracts/release';
import type { ShellContract, Step } from '@vidlunnia/contracts/release-report';
import type { Renderer } from '../render/supervised-worker';
import { newestWithPrevious } from './demotion';
import { download, readOrigin } from './download';
import type { History, VerifiedRelease } from './history';
import { rejectedAt, type Rejections } from './rejections';
import { moduleOf, remoteOf, type ReleaseSet } from '../../src/remotes/release-set';
import { releaseSetOf, remoteRelease } from './release-set';
import type { ReleaseStore } from './release-store';
import type { Configured, Team } from './team';
import { verifyCopy } from './verify';

/** Milliseconds for the pointer, and its bytes at most: it has some thirty. */
const POINTER = { timeout: 2_000, limit: 1_024 };
/** Milliseconds for which a demoted release is not tried again: every try costs its visitors some seconds. */
const DEMOTED_FOR = 3_600_000;
/** Milliseconds before a configuration that could not be shown is tried again: the machine may have been the reason. */
const ARRANGE_PAUSE = 30_000;

/** What visitors get at this moment: a release set and what renders it. */
export interface Live {
  readonly releaseSet: ReleaseSet;
  /** `null` when no worker could render the set: pages are then rendered by the browser. */
  readonly renderer: Renderer | null;
}

export interface PipelineOptions {
  readonly contract: ShellContract;
  readonly store: ReleaseStore;
  readonly history: History;
  readonly rejections: Rejections;
  /** Starts a renderer of a set and renders its golden pages. Rejects with what does not work. */
  readonly renderTest: (set: ReleaseSet) => Promise<Renderer>;
  /** Whose releases the site has by now, and where what of them stands. */
  readonly configured: () => Configured;
  readonly log: { info(message: string): void; warn(message: string): void };
}

export type Pipeline = ReturnType<typeof createPipeline>;

/**
 * A release's way to visitors: discover → download → verify → render-test → promote → retire. Every step may reject it;
 * the rejection is noted, nothing is thrown, and what is live stays. One that fails after all that is demoted.
 */
export function createPipeline(options: PipelineOptions) {
  const { store, history, rejections, configured, log } = options;
  const inTurn = createQueue();
  /** Of the live set, and of earlier ones for requests in flight. */
  const renderers = new Set<Renderer>();
  let live: Live = { releaseSet: releaseSetOf({}), renderer: null };
  let since = new Date();
  const promotions = new Map<string, number>();
  /** Containers of releases that replaced a newer one which failed: they are not to blame for the next failure. */
  const demotedTo = new Set<string>();
  let stopped = false;

  /** Ingests what a team's pointer names. */
  async function ingest(team: Team): Promise<void> {
    const release = await prepare(team);
    if (release) await goLive([release]);
  }

  /** What a team's pointer names, ready to go live; `null` when it is live already, or rejected. */
  async function prepare(team: Team): Promise<VerifiedRelease | null> {
    const { name } = team.remote;
    let version: string | null = null;
    let step: Step = 'discover';
    try {
      version = await discover(team);
      if (isLive(name, version)) rejections.clear(name);
      if (!shouldIngest(name, version)) return null;
      step = 'download';
      const copy = await download(team, version, store);
      step = 'verify';
      return await verify(team, version, copy);
    } catch (error) {
      rejections.add(name, version, rejectedAt(step, error));
      return null;
    }
  }

  /** Blue/green: a set with these releases is tried beside the live one, then replaces it. Resolves to whether it did. */
  const goLive = (releases: readonly VerifiedRelease[]): Promise<boolean> => inTurn(() => swap(releases));

  async function swap(releases: readonly VerifiedRelease[]): Promise<boolean> {
    try {
      const next = await renderTest(setWith(releases));
      const previous = await promote(next, releases);
      await retire(previous);
      for (const { name } of releases) rejections.clear(name);
      return true;
    } catch (error) {
      const [first, ...others] = releases;
      // Of several nobody knows which one is to blame.
      if (first && others.length === 0)
        rejections.add(first.name, first.release.version, rejectedAt('promote', error));
      return false;
    }
  }

  /**
   * Replaces the newest release of a set whose workers keep ending by the one before it. The team's pointer still names
   * it, so that it is held back for long. Without a previous release everything stays: its workers are tried on and on.
   */
  function demote(failing: Live, reason: Error): Promise<void> {
    return inTurn(async () => {
      if (live !== failing || stopped) return;
      const found = newestWithPrevious(live.releaseSet, history, store, demotedTo);
      if (!found) return;
      const { newest, previous } = found;
      const error = new Error(`its render workers keep ending: ${reason.message}`, { cause: reason });
      // Before the swap: a poll that comes between would bring the release again.
      rejections.add(newest.name, newest.version, rejectedAt('render-test', error), DEMOTED_FOR);
      demotedTo.add(previous.release.container);
      await swap([previous]);
    });
  }

  const isLive = (name: string, version: string) => live.releaseSet.remotes[name]?.version === version;
  const shouldIngest = (name: string, version: string) =>
    !isLive(name, version) && !rejections.isRecent(name, version);

  async function discover({ origin }: Team): Promise<string> {
    const name = ORIGIN_FILES.pointer;
    const bytes = await buffer(readOrigin({ url: `${origin}/${name}`, name, ...POINTER, step: 'discover' }));
    return parseChecked(PointerSchema, bytes, name).version;
  }

  /** Keeps a copy in the store, or discards it: nothing unverified is served or run. */
  async function verify(team: Team, version: string, copy: string): Promise<VerifiedRelease> {
    const { remote } = team;
    try {
      const manifest = await verifyCopy(team, version, copy, contract());
      await store.keep(remote.name, version, copy);
      const { commit, provenance } = manifest;
      return {
        name: remote.name,
        commit,
        ...(provenance && { provenance }),
        release: remoteRelease(remote, manifest),
      };
    } catch (error) {
      // A disk that fails may fail here too: what is to be told is the first failure.
      await store.discard(copy).catch(() => undefined);
      throw error;
    }
  }

  async function renderTest(releaseSet: ReleaseSet): Promise<Live> {
    const renderer = await options.renderTest(releaseSet).catch((error: unknown) => {
      throw rejectedAt('render-test', error);
    });
    return { releaseSet, renderer };
  }

  /** Makes a set live for every request that begins from now on. Resolves to what is to be retired. */
  async function promote(next: Live, releases: readonly VerifiedRelease[]): Promise<Live> {
    if (stopped) return next;
    await history.add(releases).catch(async (error: unknown) => {
      await next.renderer?.stop();
      throw rejectedAt('promote', error);
    });
    const previous = live;
    live = next;
    since = new Date();
    if (next.renderer) renderers.add(next.renderer);
    void next.renderer?.unsteady.then((reason) => demote(next, reason));
    for (const { name } of releases) promotions.set(name, (promotions.get(name) ?? 0) + 1);
    const changed = releases.map(({ name, release }) => `${name} ${release.version}`).join(', ');
    log.info(`Release set ${next.releaseSet.id} is live: ${changed || 'as configured, rendered here'}`);
    return previous;
  }

  /** Ends the worker of a replaced set once the pages that were requested of it are done. */
  async function retire({ releaseSet: { remotes }, renderer }: Live): Promise<void> {
    await store.touch(remotes);
    if (!renderer) return;
    await renderer.stop();
    renderers.delete(renderer);
  }

  /**
   * The live set with these releases, as it is configured now. Zones that are new have been tried with nothing that is
   * live: they come with a release of their remote, or with `arrange`.
   */
  function setWith(releases: readonly VerifiedRelease[], takesNewZones = false): ReleaseSet {
    const { teams, zones } = configured();
    const isKnown = (id: ModuleId) =>
      live.releaseSet.zones.some((zone) => zone.id === id) ||
      releases.some(({ name }) => name === remoteOf(id));
    const remotes = {
      ...live.releaseSet.remotes,
      ...Object.fromEntries(releases.map(({ name, release }) => [name, release])),
    };
    return releaseSetOf(
      Object.fromEntries(Object.entries(remotes).filter(([name]) => Object.hasOwn(teams, name))),
      zones.filter(({ id }) => takesNewZones || isKnown(id)),
    );
  }

  /** What could not be arranged, and when it is tried again. */
  let unarranged = { id: '', until: 0 };

  /**
   * Brings the pages to what is configured by now: remotes that are gone leave, zones move and come. Zones that cannot be
   * rendered are left out until they can.
   */
  const arrange = (): Promise<void> =>
    inTurn(async () => {
      const whole = setWith([], true);
      if (stopped || whole.id === live.releaseSet.id) return;
      if (whole.id === unarranged.id && Date.now() < unarranged.until) return;
      for (const releaseSet of [whole, setWith([])]) {
        if (releaseSet.id === live.releaseSet.id) return;
        try {
          await retire(await promote(await renderTest(releaseSet), []));
          return;
        } catch (error) {
          unarranged = { id: whole.id, until: Date.now() + ARRANGE_PAUSE };
          log.warn(`What is configured cannot be shown: ${rejectedAt('render-test', error).reason}`);
        }
      }
    });

  /** What a release has to fit: it may not drop what stands in a zone. */
  function contract(): ShellContract {
    const modules: Record<string, string[]> = { ...options.contract.modules };
    for (const { id } of live.releaseSet.zones) {
      modules[remoteOf(id)] = [...(modules[remoteOf(id)] ?? []), moduleOf(id)];
    }
    return { ...options.contract, modules };
  }

  return {
    ingest,
    prepare,
    verify,
    goLive,
    arrange,
    contract,
    /** Makes a set live that no worker can render: browsers will. */
    goLiveUnrendered: (releases: readonly VerifiedRelease[]) =>
      promote({ releaseSet: setWith(releases), renderer: null }, releases),
    current: () => live,
    /** When the set went live. */
    since: () => since,
    /** How many releases of each remote went live. */
    promotions: () => new Map(promotions),
    renderers: () => [...renderers],
    stop: async () => {
      stopped = true;
      await live.renderer?.stop();
    },
  };
}

/** Runs what it is given one after another, in the order of the calls. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
