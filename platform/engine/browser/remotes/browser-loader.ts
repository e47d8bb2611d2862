import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import { reportFailure, withDeadline } from '../../page/failures';
import type { SharedLibraries } from '../../site';
import { remoteOf } from '../../page/modules';
import * as core from './federation-core';
import { createFederation, type LoadModule } from '../../page/remotes/federation';
import {
  RELEASE_SET_PATH,
  type ReleaseSet,
  type RemoteLoader,
  type RemoteRelease,
} from '../../page/remotes/release-set';

/** Milliseconds for the host to return the live set. */
const RELEASE_SET_TIMEOUT = 5_000;
/** Milliseconds for a module with all chunks and styles, for both attempts together. */
const TIMEOUT = 15_000;
/** Milliseconds for a remote's entry; the runtime's own 20 s are far longer than visitors wait. */
const ENTRY_TIMEOUT = 3_000;

/** The loader of a page in the browser; `releaseSet` is the document's. */
export function createBrowserLoader(
  releaseSet: ReleaseSet,
  libraries: SharedLibraries,
  loadModule = hostFederation(libraries),
): RemoteLoader {
  let { remotes } = releaseSet;

  /** The document's release, else that of the live set at the first request. It stays for the life of the page. */
  async function releaseOf(remote: string): Promise<RemoteRelease> {
    if (!remotes[remote]) remotes = { ...(await fetchReleaseSet(RELEASE_SET_PATH)).remotes, ...remotes };
    const release = remotes[remote];
    if (!release) throw new Error(`The live release set has no ${remote}`);
    return release;
  }

  return async (id) => {
    const remote = remoteOf(id);
    const end = Date.now() + TIMEOUT;
    const attempt = (milliseconds: number) => {
      const loading = releaseOf(remote).then(async (release) => ({
        module: await loadModule(release, id),
        version: release.version,
      }));
      return withDeadline(loading, milliseconds, () => new Error('it took too long'));
    };
    try {
      // Twice, because most failures are the network's. An attempt that hangs leaves half of the time to the next.
      return await attempt(TIMEOUT / 2).catch(() => attempt(end - Date.now()));
    } catch (error) {
      const version = remotes[remote]?.version;
      if (version !== undefined) void reportFailure({ remote, version, kind: 'not-loaded', island: id });
      throw error;
    }
  };
}

// Shared, because many islands may request it at the same time.
const fetchReleaseSet = singleFlight(async (path: string): Promise<ReleaseSet> => {
  const response = await fetch(path, { signal: AbortSignal.timeout(RELEASE_SET_TIMEOUT) });
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}`);
  return (await response.json()) as ReleaseSet;
});

/** Hosts the federation in the browser. The browser checks every entry against its hash in the release. */
function hostFederation(libraries: SharedLibraries): LoadModule {
  // Remotes are built with `externalRuntime`, so they use this runtime core instead of their own.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
  const hashes = new Map<string, string>();
  const load = createFederation(libraries, entryScripts(hashes));
  return async (release, id) => {
    hashes.set(release.container, release.entry[1]);
    return load(release, id);
  };
}

/** A retry gets its own address, because the runtime would join a hanging request for the same address. */
function entryScripts(hashes: ReadonlyMap<string, string>): ModuleFederationRuntimePlugin {
  const requested = new Map<string, number>();
  return {
    name: 'entry-scripts',
    createScript({ url, remoteInfo }) {
      const script = document.createElement('script');
      const attempt = requested.get(url) ?? 0;
      requested.set(url, attempt + 1);
      script.src = attempt === 0 ? url : `${url}?attempt=${String(attempt)}`;
      script.integrity = hashes.get(remoteInfo?.name ?? '') ?? '';
      script.async = true;
      return { script, timeout: ENTRY_TIMEOUT };
    },
  };
}
