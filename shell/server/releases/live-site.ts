import type { RemoteName } from '@vidlunnia/shared/contracts';
import { remoteList, type Remote } from '@vidlunnia/shared/topology';
import type { ReleaseSet, RemoteRelease } from '../../src/remotes/release-set';
import type { Renderer } from '../render/renderer';
import { ReleaseRefused } from './release-refused';
import { releaseSet } from './release-set-of';
import { takeIn } from './take-in';
import type { ReleaseStore } from './release-store';

/** Milliseconds before a set that could not be rendered is tried again: the machine may have been the reason. */
const RETEST_PAUSE = 30_000;

interface Log {
  info(message: string): void;
  warn(message: string): void;
}

/** What visitors get at this moment: a release set and what renders it. */
export interface Live {
  readonly releaseSet: ReleaseSet;
  /** `null` when no worker could render the set: pages are then rendered by the browser. */
  readonly renderer: Renderer | null;
}

export interface LiveSite {
  current(): Live;
  stop(): Promise<void>;
}

/** A release that one team's pointer has come to name. */
type Change = readonly [RemoteName, RemoteRelease];

interface Options {
  readonly origins: Readonly<Record<RemoteName, string>>;
  readonly pollInterval: number;
  readonly store: ReleaseStore;
  /** Starts a renderer of a set and renders its golden pages. Rejects with what does not work. */
  readonly renderTest: (set: ReleaseSet) => Promise<Renderer>;
  readonly log: Log;
}

/**
 * Watches the teams' pointers and takes releases in. What is refused, and a team that cannot be reached, leave what is
 * live as it is. Resolves after the first look at every team.
 */
export async function openLiveSite(options: Options): Promise<LiveSite> {
  const { origins, pollInterval, store, renderTest, log } = options;
  const refused = new Map<RemoteName, string>();
  const failedAt = new Map<string, number>();
  let live: Live = { releaseSet: releaseSet({}), renderer: null };
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  // Asked anew after every wait: it may have changed meanwhile.
  const isStopped = () => stopped;

  async function discover(remote: Remote): Promise<RemoteRelease | null> {
    const liveVersion = live.releaseSet.remotes[remote.name]?.version;
    try {
      const release = await takeIn(remote, origins[remote.name], liveVersion, store);
      if (!release) refused.delete(remote.name);
      return release;
    } catch (error) {
      refuse(remote.name, error);
      return null;
    }
  }

  /** Says so once for as long as it stays the same: a team that is down for the night fills no log. */
  function refuse(name: RemoteName, error: unknown): void {
    const reason = error instanceof ReleaseRefused ? error.message : `${name}: ${String(error)}`;
    if (refused.get(name) !== reason) log.warn(reason);
    refused.set(name, reason);
  }

  /** Resolves to whether the set with these changes is live now; rejects when it could not be rendered. */
  async function promote(changes: ReleaseSet['remotes']): Promise<boolean> {
    const next = releaseSet({ ...live.releaseSet.remotes, ...changes });
    if (Date.now() - (failedAt.get(next.id) ?? -Infinity) < RETEST_PAUSE) return false;
    const renderer = await renderTest(next).catch((error: unknown) => {
      failedAt.set(next.id, Date.now());
      throw error;
    });
    await replace({ releaseSet: next, renderer }, Object.keys(changes));
    return true;
  }

  async function replace(next: Live, changed: readonly string[]): Promise<void> {
    if (isStopped()) return next.renderer?.stop();
    const before = live;
    live = next;
    log.info(`Release set ${next.releaseSet.id} is live: ${changed.join(', ') || 'nothing'} changed`);
    return before.renderer?.stop();
  }

  async function round(): Promise<void> {
    const found = await Promise.all(
      remoteList.map(async (remote) => [remote.name, await discover(remote)] as const),
    );
    const changes = found.filter((change): change is Change => change[1] !== null);
    if (live.renderer) await promoteEach(changes);
    else await begin(changes);
    if (!isStopped()) timer = setTimeout(() => void round(), pollInterval);
  }

  /** One by one, so that a release which cannot be rendered does not take another team's with it. */
  async function promoteEach(changes: readonly Change[]): Promise<void> {
    for (const [name, release] of changes) {
      await promote({ [name]: release }).catch((error: unknown) => {
        refuse(name, new ReleaseRefused(name, `${release.version} could not be rendered: ${String(error)}`));
      });
    }
  }

  /** Nothing is rendered yet: all that there is, at once; if that fails, all that can be; if nothing can, by browsers. */
  async function begin(changes: readonly Change[]): Promise<void> {
    const all = releaseSet({ ...live.releaseSet.remotes, ...Object.fromEntries(changes) });
    if (Object.keys(all.remotes).length === 0) return;
    const together = await promote(Object.fromEntries(changes)).catch(() => null);
    if (together !== null) return;
    if (changes.length > 1) await promoteEach(changes);
    if (live.renderer || all.id === live.releaseSet.id) return;
    log.warn(`The set ${all.id} is rendered by browsers alone: no worker could render it`);
    await replace(
      { releaseSet: all, renderer: null },
      changes.map(([name]) => name),
    );
  }

  await round();
  return {
    current: () => live,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await live.renderer?.stop();
    },
  };
}
