import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import type { FailureKind } from '@vidlunnia/releases/release';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import { reportFailure, withDeadline } from '../../page/failures';
import type { SharedLibraries } from '../../site';
import { remoteOf } from '../../page/modules';
import * as core from './federation-core';
import { createFederation, type LoadModule } from '../../page/remotes/federation';
import {
  integrityOf,
  RELEASE_SET_PATH,
  type LiveReleaseSet,
  type LoadedModule,
  type ReleaseSet,
  type RemoteLoader,
  type RemoteRelease,
} from '../../page/remotes/release-set';

/** Milliseconds for the shell to return the live set. */
const RELEASE_SET_TIMEOUT = 5_000;
/** Milliseconds for a module with all chunks and styles, for all attempts together. */
const TIMEOUT = 15_000;
/** Milliseconds for a remote's entry; the runtime's own 20 s are far longer than visitors wait. */
const ENTRY_TIMEOUT = 3_000;

/** The loader of a page in the browser; `remotes` are the page's releases. */
export function createBrowserLoader(
  { remotes }: ReleaseSet,
  libraries: SharedLibraries,
  loadModule = hostFederation(libraries),
): RemoteLoader {
  async function load(
    id: string,
    begin: 'page' | 'live',
    except?: ReadonlySet<string>,
  ): Promise<LoadedModule> {
    const remote = remoteOf(id);
    const page = remotes[remote];
    let requested: Promise<LiveReleaseSet | null> | undefined;
    const liveSet = () => (requested ??= fetchReleaseSet(RELEASE_SET_PATH).catch(() => null));
    /** The first release to attempt. If the shell is unreachable, the page's release counts as live. */
    const first = async () =>
      begin === 'page' && page ? page : ((await liveSet())?.remotes[remote] ?? page);
    /** The other release to attempt: the live one, or the previous one if the live one was first. */
    const other = async () => {
      const set = await liveSet();
      const live = set?.remotes[remote];
      return live && live.version !== (await first())?.version ? live : set?.previous[remote];
    };
    /** Failures by version; a successful retry removes the failure. */
    const failures = new Map<string, FailureKind>();
    const attempt = async (release: RemoteRelease | undefined): Promise<LoadedModule | null> => {
      if (!release || except?.has(release.version)) return null;
      const { version, container } = release;
      failures.set(version, 'late');
      try {
        const module = await loadModule(release, id);
        failures.delete(version);
        return { module, version, isOfPage: container === page?.container };
      } catch (error) {
        failures.set(version, 'not-loaded');
        throw error;
      }
    };
    try {
      // The first release twice, because most failures are the network's.
      return await firstOf([first, first, other].map((source) => async () => attempt(await source())));
    } finally {
      for (const [version, kind] of failures) void reportFailure({ remote, version, kind, island: id });
    }
  }
  return { load };
}

/** The first successful result, within the time for all. Rejects with the first failure, because it explains most. */
async function firstOf<Value>(attempts: readonly (() => Promise<Value | null>)[]): Promise<Value> {
  const end = Date.now() + TIMEOUT;
  const failures: unknown[] = [];
  for (const [index, attempt] of attempts.entries()) {
    // A hanging attempt leaves half of the time for the others.
    const limit = (end - Date.now()) / (index === attempts.length - 1 ? 1 : 2);
    try {
      const value = await withDeadline(attempt(), limit, () => new Error('it took too long'));
      if (value) return value;
    } catch (error) {
      failures.push(error);
    }
  }
  failures.push(new Error('none of its releases could be loaded'));
  throw failures[0];
}

// Shared, because many islands may request it at the same time.
const fetchReleaseSet = singleFlight(async (path: string): Promise<LiveReleaseSet> => {
  const response = await fetch(path, { signal: AbortSignal.timeout(RELEASE_SET_TIMEOUT) });
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}`);
  return (await response.json()) as LiveReleaseSet;
});

/** Hosts the federation in the browser. The browser checks every entry against its hash in the release. */
function hostFederation(libraries: SharedLibraries): LoadModule {
  // Remotes are built with `externalRuntime`, so they use this runtime core instead of their own.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
  const hashes = new Map<string, string>();
  const load = createFederation(libraries, entryScripts(hashes));
  return async (release, id) => {
    hashes.set(release.container, integrityOf(release, release.entry));
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
