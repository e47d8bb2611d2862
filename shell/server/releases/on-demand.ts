import { LRUCache } from 'lru-cache';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import { download } from './download';
import type { Pipeline } from './pipeline';
import type { ReleaseStore } from './release-store';
import type { Teams } from './team';

/** Milliseconds for which a release that could not be had is not requested again, and how many are remembered. */
const ABSENT = { ttl: 5_000, max: 200 };
/** Releases that are fetched at a time: visitors can request any name. */
const PARALLEL = 4;

/** Gets a release into the store. Resolves to whether it is there. */
export type OnDemand = (name: string, version: string) => Promise<boolean>;

/**
 * Fetches releases that the store lacks, because another replica ingested them first or because they were swept: a page
 * that is open may still request their files. They are verified like all others and never rendered here.
 */
export function createOnDemand(
  teams: () => Teams,
  store: ReleaseStore,
  { verify }: Pick<Pipeline, 'verify'>,
): OnDemand {
  const absent = new LRUCache<string, true>(ABSENT);
  const flights = new Map<string, Promise<boolean>>();

  const fetchRelease = singleFlight(async (_: string, name: string, version: string) => {
    const team = Object.hasOwn(teams(), name) ? teams()[name] : undefined;
    if (!team) return false;
    try {
      await verify(team, version, await download(team, version, store));
      return true;
    } catch {
      absent.set(`${name}/${version}`, true);
      return false;
    }
  }, flights);

  return async (name, version) => {
    if (store.has(name, version)) return true;
    const key = `${name}/${version}`;
    if (!flights.has(key) && (absent.has(key) || flights.size >= PARALLEL)) return false;
    return fetchRelease(key, name, version);
  };
}
