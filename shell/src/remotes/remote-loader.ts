import { isValidElement } from 'react';
import type { ModuleId, RemoteModule } from '@vidlunnia/contracts';
import type { IslandFailureKind } from '@vidlunnia/contracts/release-report';
import { noteRelease, reportIsland } from '../reports/island-reports';
import { withDeadline } from './deadline';
import { RemoteError } from './errors';
import { LOAD_PLANS, type LoadPlan, type Source } from './load-plans';
import type { ReleaseHost } from './release-host';
import { moduleOf, remoteOf, type LiveReleaseSet, type ReleaseSet, type RemoteRelease } from './release-set';

/** Milliseconds for a module with all its chunks and styles, from whichever release it comes in the end. */
const TIMEOUT = 15_000;

export interface RemoteLoader {
  /** Loads an exposed module from the first release of the plan that gives it. Rejects with a `RemoteError`. */
  load<Id extends ModuleId>(id: Id, plan: LoadPlan): Promise<RemoteModule<Id>>;
}

interface Options {
  readonly host: ReleaseHost;
  readonly releaseSet: ReleaseSet;
  readonly fetchReleaseSet: () => Promise<LiveReleaseSet>;
}

/** Loads the remotes' modules: find the release, load, check; when that fails, the next release. */
export function createRemoteLoader({ host, releaseSet, fetchReleaseSet }: Options): RemoteLoader {
  /** Circuit breaker: containers that did not come. Not every island of a page waits for the same one. */
  const missing = new Set<string>();

  async function loadFrom<Id extends ModuleId>(id: Id, release: RemoteRelease): Promise<RemoteModule<Id>> {
    const module = await host.load<RemoteModule<Id>>(release, moduleOf(id));
    if (!module || !isComponent(module.default)) throw new RemoteError(`${id} exposes no component`);
    return module;
  }

  async function load<Id extends ModuleId>(id: Id, plan: LoadPlan): Promise<RemoteModule<Id>> {
    const { sources, closesBreaker } = LOAD_PLANS[plan];
    const find = createFinder(remoteOf(id), releaseSet, fetchReleaseSet);
    const isGivenUp = (release: RemoteRelease) =>
      !closesBreaker && missing.has(release.container) && !host.has(release);
    const end = Date.now() + TIMEOUT;
    const tried: RemoteRelease[] = [];
    const failures: unknown[] = [];
    /** By version; a release that comes in the end did not fail. */
    const reports = new Map<string, IslandFailureKind>();
    const attempt = async (source: Source) => {
      const release = await find(source);
      if (!release || isGivenUp(release)) return null;
      tried.push(release);
      const { version } = release;
      reports.set(version, 'late');
      const module = await loadFrom(id, release).catch((error: unknown) => {
        reports.set(version, 'not-loaded');
        throw error;
      });
      reports.delete(version);
      noteRelease(module, version);
      return module;
    };
    try {
      for (const [index, source] of sources.entries()) {
        // What hangs leaves half of the time to those behind it.
        const limit = (end - Date.now()) / (index === sources.length - 1 ? 1 : 2);
        const module = await withDeadline(attempt(source), limit, () => new Error('it took too long')).catch(
          (error: unknown) => {
            failures.push(error);
            return null;
          },
        );
        if (module) return module;
      }
      throw failureOf(id, failures);
    } finally {
      for (const release of tried) if (!host.has(release)) missing.add(release.container);
      for (const [version, kind] of reports) reportIsland({ island: id, version, kind });
    }
  }

  return { load };
}

/** Finds the release that a source names; asks the shell for its set once. */
function createFinder(
  remote: string,
  { remotes }: ReleaseSet,
  fetchReleaseSet: Options['fetchReleaseSet'],
): (source: Source) => Promise<RemoteRelease | undefined> {
  let asked: Promise<LiveReleaseSet | null> | undefined;
  return async (source) => {
    const page = remotes[remote];
    if (source === 'page') return page;
    const set = await (asked ??= fetchReleaseSet().catch(() => null));
    if (source === 'previous') return set?.previous[remote];
    const live = set?.remotes[remote] ?? page;
    return source === 'newer' && live?.container === page?.container ? undefined : live;
  };
}

/** The first failure explains most: it is the newest release's. */
function failureOf(id: ModuleId, [first]: readonly unknown[]): RemoteError {
  if (first instanceof RemoteError) return first;
  if (first === undefined) return new RemoteError(`${id} has no release that could be loaded`);
  return new RemoteError(`${id} could not be loaded`, { cause: first });
}

/** A function, or what `memo`, `lazy` and their like make of one; not an element made of it. */
const isComponent = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && '$$typeof' in value && !isValidElement(value));
