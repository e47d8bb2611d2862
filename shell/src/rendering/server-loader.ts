import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { ModuleId } from '@vidlunnia/contracts';
import { createFederationInstance } from '../remotes/federation-instance';
import { createReleaseLoad } from '../remotes/release-host';
import type { ReleaseSet } from '../remotes/release-set';
import { createRemoteLoader, type RemoteLoader } from '../remotes/remote-loader';

/** Local files of the releases' server entries, by the address of the release's directory. */
export type ServerEntries = Readonly<Record<string, string>>;

declare const __non_webpack_require__: NodeJS.Require;

/**
 * The loader of a render worker: one release set for the worker's whole life, read from verified local files. Another
 * set gets another worker, because a process that has loaded one release of a remote never sheds it completely.
 */
export function createServerLoader(releaseSet: ReleaseSet, entries: ServerEntries): RemoteLoader {
  const load = createReleaseLoad(createFederationInstance(localEntries(entries)));
  const host = { load, has: () => true };
  const fetchReleaseSet = () => Promise.resolve({ ...releaseSet, previous: {} });
  const loader = createRemoteLoader({ host, releaseSet, fetchReleaseSet });
  // Once is enough: nothing about a set on disk changes, and a page must not wait for the same deadline every time.
  const failed = new Map<ModuleId, unknown>();
  return {
    load: async (id) => {
      if (failed.has(id)) throw failed.get(id);
      return loader.load(id, 'rendering').catch((error: unknown) => {
        failed.set(id, error);
        throw error;
      });
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
