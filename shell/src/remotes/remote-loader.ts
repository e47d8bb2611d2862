import type { ModuleId, RemoteModule, RemoteName } from '@vidlunnia/shared/contracts';
import { withDeadline } from './deadline';
import { RemoteError } from './errors';
import type { FederationHost } from './federation-host';
import { remoteOf, type ReleaseSet, type RemoteRelease } from './release-set';

/** Milliseconds for a module with all its chunks and styles. */
const MODULE_TIMEOUT = 10_000;

export interface RemoteLoader {
  /** Loads an exposed module. Rejects with a `RemoteError`; asking again is a fresh attempt. */
  load<Id extends ModuleId>(id: Id): Promise<RemoteModule<Id>>;
}

interface Options {
  readonly host: FederationHost;
  readonly releaseSet: ReleaseSet;
  /** Asks the shell for the live set: a remote that was down when the page was made may be up by now. */
  readonly fetchReleaseSet: () => Promise<ReleaseSet>;
}

/** Loads the remotes' modules: find the release, register its remote, load, check. */
export function createRemoteLoader({ host, releaseSet, fetchReleaseSet }: Options): RemoteLoader {
  const registered = new Map<RemoteName, RemoteRelease>();

  async function register(name: RemoteName): Promise<void> {
    if (registered.has(name)) return;
    const release = releaseSet.remotes[name] ?? (await fetchReleaseSet()).remotes[name];
    if (!release) throw new RemoteError(`${name} has no live release`);
    // Two modules may have waited for the same answer; the first one registers.
    if (registered.has(name)) return;
    host.registerRemotes([{ name, entry: release.entry, type: 'global' }]);
    registered.set(name, release);
  }

  async function load<Id extends ModuleId>(id: Id): Promise<RemoteModule<Id>> {
    await register(remoteOf(id));
    const module = await host.loadRemote<RemoteModule<Id>>(id);
    if (typeof module?.default !== 'function') throw new RemoteError(`${id} exposes no component`);
    return module;
  }

  return {
    load: (id) =>
      withDeadline(load(id), MODULE_TIMEOUT, () => new Error('it took too long')).catch((cause: unknown) => {
        throw cause instanceof RemoteError ? cause : new RemoteError(`${id} could not be loaded`, { cause });
      }),
  };
}
