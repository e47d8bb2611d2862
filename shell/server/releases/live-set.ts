import type { RemoteName } from '@vidlunnia/shared/contracts';
import type { ReleaseSet, RemoteRelease } from '../../src/remotes/release-set';
import type { Renderer } from '../render/supervised-worker';
import { releasesBefore, type Candidate, type Promotions } from './promotions';
import { releaseSet } from './release-set-of';
import type { ReleaseStore } from './release-store';
import { remoteRelease } from './release-set';

/** What visitors get at this moment: a release set and what renders it. */
export interface Live {
  readonly releaseSet: ReleaseSet;
  /** `null` when no worker could render the set: pages are then rendered by the browser. */
  readonly renderer: Renderer | null;
}

interface Options {
  readonly store: ReleaseStore;
  readonly promotions: Promotions;
  readonly log: { info(message: string): void };
}

/** The one place where what is live changes. */
export class LiveSet {
  readonly #options: Options;
  /** Of each remote what was live before, the newest first. */
  readonly #before = new Map<RemoteName, readonly RemoteRelease[]>();
  readonly #renderers = new Set<Renderer>();
  #live: Live = { releaseSet: releaseSet({}), renderer: null };
  #since = new Date();
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get current(): Live {
    return this.#live;
  }

  /** When the set went live. */
  get since(): Date {
    return this.#since;
  }

  /** Of each remote the newest release before the live one whose files are still here. */
  get previous(): ReleaseSet['remotes'] {
    const found = [...this.#before].flatMap(([name, releases]) => {
      const release = releases.find(({ version }) => this.#options.store.has(name, version));
      return release ? [[name, release] as const] : [];
    });
    return Object.fromEntries(found);
  }

  /** Those that render: of the live set, and of earlier ones for requests in flight. */
  get renderers(): readonly Renderer[] {
    return [...this.#renderers];
  }

  /** Tells a release that was live before this process began. */
  remember({ remote, release }: Candidate): void {
    this.#before.set(remote.name, [remoteRelease(remote, release)]);
  }

  /** The live set with these releases in it. */
  with(candidates: readonly Candidate[]): ReleaseSet {
    const changes = candidates.map(({ remote, release }) => [remote.name, remoteRelease(remote, release)]);
    return releaseSet({
      ...this.#live.releaseSet.remotes,
      ...(Object.fromEntries(changes) as ReleaseSet['remotes']),
    });
  }

  /** Makes a set live, at once for every request that begins from now on. Resolves to what is to be retired. */
  async promote(next: Live, candidates: readonly Candidate[]): Promise<Live> {
    if (this.#stopped) return next;
    await this.#options.promotions.add(candidates);
    const before = this.#live;
    this.#live = next;
    this.#since = new Date();
    if (next.renderer) this.#renderers.add(next.renderer);
    for (const { remote, release } of candidates) {
      const outgoing = before.releaseSet.remotes[remote.name];
      const known = [...(outgoing ? [outgoing] : []), ...(this.#before.get(remote.name) ?? [])];
      this.#before.set(remote.name, releasesBefore(release.version, known));
    }
    const changed = candidates.map(({ remote, release }) => `${remote.name} ${release.version}`).join(', ');
    this.#options.log.info(`Release set ${next.releaseSet.id} is live: ${changed || 'now rendered here'}`);
    return before;
  }

  /** Ends the worker of a set that is live no longer, once the pages that it was asked for are done. */
  async retire({ releaseSet: { remotes }, renderer }: Live): Promise<void> {
    const { store } = this.#options;
    const names = Object.keys(remotes) as RemoteName[];
    await Promise.allSettled(names.map((name) => store.touch(name, remotes[name]?.version ?? '')));
    if (!renderer) return;
    await renderer.stop();
    this.#renderers.delete(renderer);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#live.renderer?.stop();
  }
}
