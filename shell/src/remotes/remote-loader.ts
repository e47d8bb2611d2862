import { isValidElement } from 'react';
import type { ModuleId, RemoteModule } from '@vidlunnia/shared/contracts';
import { withDeadline } from './deadline';
import { RemoteError } from './errors';
import type { ReleaseHost } from './release-host';
import { moduleOf, remoteOf, type ReleaseSet, type RemoteRelease } from './release-set';

/** Milliseconds for a module with all its chunks and styles. */
const MODULE_TIMEOUT = 10_000;

export interface RemoteLoader {
  /**
   * Loads an exposed module; `attempt` counts from 1. From the second on the live release is asked for anew: what
   * failed may have been replaced. Rejects with a `RemoteError`.
   */
  load<Id extends ModuleId>(id: Id, attempt: number): Promise<RemoteModule<Id>>;
}

interface Options {
  readonly host: ReleaseHost;
  readonly releaseSet: ReleaseSet;
  readonly fetchReleaseSet: () => Promise<ReleaseSet>;
}

/** Loads the remotes' modules: find the release, load, check. */
export function createRemoteLoader({ host, releaseSet, fetchReleaseSet }: Options): RemoteLoader {
  async function findRelease(id: ModuleId, attempt: number): Promise<RemoteRelease> {
    const remote = remoteOf(id);
    const known = releaseSet.remotes[remote];
    if (known && attempt === 1) return known;
    const live = await fetchReleaseSet().catch(() => releaseSet);
    const release = live.remotes[remote] ?? known;
    if (!release) throw new RemoteError(`${remote} has no live release`);
    return release;
  }

  async function load<Id extends ModuleId>(id: Id, attempt: number): Promise<RemoteModule<Id>> {
    const release = await findRelease(id, attempt);
    const module = await host.load<RemoteModule<Id>>(release, moduleOf(id));
    if (!module || !isComponent(module.default)) throw new RemoteError(`${id} exposes no component`);
    return module;
  }

  return {
    load: (id, attempt) =>
      withDeadline(load(id, attempt), MODULE_TIMEOUT, () => new Error('it took too long')).catch(
        (cause: unknown) => {
          throw cause instanceof RemoteError
            ? cause
            : new RemoteError(`${id} could not be loaded`, { cause });
        },
      ),
  };
}

/** A function, or what `memo`, `lazy` and their like make of one; not an element made of it. */
const isComponent = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && '$$typeof' in value && !isValidElement(value));
