import type { ModuleId } from '@vidlunnia/contracts';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import { readJson } from '../document/embedded-json';
import { reportIsland } from '../reports/island-reports';
import { mountToastHost } from '../toasts/toast-host';
import { withDeadline } from './deadline';
import type { LoadExposed } from './federation';
import { hostFederation } from './federation-host';
import {
  moduleOf,
  RELEASE_SET_ELEMENT,
  RELEASE_SET_PATH,
  remoteOf,
  type LiveReleaseSet,
  type ReleaseSet,
  type RemoteRelease,
} from './release-set';
import { checkModule, type LoadedModule, type RemoteLoader } from './remote-loader';

/** Milliseconds for the shell to return the live set. */
const RELEASE_SET_TIMEOUT = 5_000;

/** Milliseconds for a module with all its chunks and styles, from all releases together. */
const TIMEOUT = 15_000;

/** Sources of a module, in the order in which they are tried. */
const SOURCES = ['page', 'live', 'previous'] as const;
type Source = (typeof SOURCES)[number];

/** The loader of the page in the browser, for the release set of the document. */
export function createBrowserLoader(loadExposed: LoadExposed = hostFederation()): RemoteLoader {
  mountToastHost();
  const { remotes } = readJson<ReleaseSet>(RELEASE_SET_ELEMENT);

  async function load<Id extends ModuleId>(
    id: Id,
    begin: 'page' | 'live',
    except?: ReadonlySet<string>,
  ): Promise<LoadedModule<Id>> {
    const remote = remoteOf(id);
    const page = remotes[remote];
    let asked: Promise<LiveReleaseSet | null> | undefined;
    /**
     * The live set is requested once; if the shell is unreachable, the page's release counts as the live one. A page that
     * does not name the remote has the live release twice, because most failures are the network's.
     */
    const releaseOf = async (source: Source): Promise<RemoteRelease | undefined> => {
      if (source === 'page' && page) return page;
      const set = await (asked ??= fetchReleaseSet(RELEASE_SET_PATH).catch(() => null));
      return source === 'previous' ? set?.previous[remote] : (set?.remotes[remote] ?? page);
    };
    /** By version; a release that is finally loaded did not fail. */
    const reports = new Map<string, 'not-loaded' | 'late'>();

    const attempt = async (source: Source): Promise<LoadedModule<Id> | null> => {
      const release = await releaseOf(source);
      if (!release || except?.has(release.version)) return null;
      const { version } = release;
      reports.set(version, 'late');
      try {
        // A repeated request for the same release gets a new address.
        const module = checkModule<Id>(id, await loadExposed(release, moduleOf(id)));
        reports.delete(version);
        return { module, version, isOfPage: release.container === page?.container };
      } catch (error) {
        reports.set(version, 'not-loaded');
        throw error;
      }
    };

    try {
      return await firstOf(SOURCES.slice(SOURCES.indexOf(begin)), attempt);
    } finally {
      for (const [version, kind] of reports) reportIsland({ island: id, version, kind });
    }
  }

  return { load };
}

/**
 * The first successful result, within the time for all. Rejects with the first failure, of the newest release: it
 * explains most.
 */
async function firstOf<Value>(
  sources: readonly Source[],
  attempt: (source: Source) => Promise<Value | null>,
): Promise<Value> {
  const end = Date.now() + TIMEOUT;
  const failures: unknown[] = [new Error('no release of it could be loaded')];
  for (const [index, source] of sources.entries()) {
    // A release that hangs leaves half of the time for the next ones.
    const limit = (end - Date.now()) / (index === sources.length - 1 ? 1 : 2);
    try {
      const value = await withDeadline(attempt(source), limit, () => new Error('it took too long'));
      if (value) return value;
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[1] ?? failures[0];
}

// Many islands may request it at the same time.
const fetchReleaseSet = singleFlight(async (path: string): Promise<LiveReleaseSet> => {
  const response = await fetch(path, { signal: AbortSignal.timeout(RELEASE_SET_TIMEOUT) });
  if (!response.ok) throw new Error(`${path} answered ${String(response.status)}`);
  return (await response.json()) as LiveReleaseSet;
});
