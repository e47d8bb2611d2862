import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { ModuleId } from '@vidlunnia/contracts';
import { createFederation, type LoadedModule, type RemoteLoader } from '../remotes/federation';
import { remoteOf, type ReleaseSet } from '../remotes/release-set';

/** Local files of the releases' server entries, by the address of the release's directory. */
export type ServerEntries = Readonly<Record<string, string>>;

declare const __non_webpack_require__: NodeJS.Require;

/**
 * The loader of a render worker: one release set for the worker's whole life, read from verified local files. Another
 * set needs another worker, because a process cannot unload a release completely. All modules are loaded when the
 * worker starts, which has its own deadline.
 */
export function createServerLoader({ remotes }: ReleaseSet, entries: ServerEntries): RemoteLoader {
  const loadModule = createFederation(localEntries(entries));
  // Once is enough, even after a failure: a set on disk does not change, and no page has to wait again.
  const loading = new Map<ModuleId, Promise<unknown>>();

  async function loadFromDisk<Id extends ModuleId>(id: Id): Promise<LoadedModule<Id>> {
    const release = remotes[remoteOf(id)];
    if (!release) throw new Error(`The release set has no ${remoteOf(id)}`);
    return { module: await loadModule(release, id), version: release.version, isOfPage: true };
  }

  return {
    load: <Id extends ModuleId>(id: Id) => {
      const known = loading.get(id) ?? loadFromDisk(id);
      loading.set(id, known);
      // The value under an id was loaded for that id.
      return known as Promise<LoadedModule<Id>>;
    },
  };
}

const localEntries = (entries: ServerEntries): ModuleFederationRuntimePlugin => ({
  name: 'local-entries',
  loadEntry: ({ remoteInfo: { name, entry } }) => {
    const file = entries[entry];
    if (file === undefined) return Promise.reject(new Error(`No local file is known for ${entry}`));
    const exported = __non_webpack_require__(file) as Record<string, never>;
    return Promise.resolve(exported[name]);
  },
});
