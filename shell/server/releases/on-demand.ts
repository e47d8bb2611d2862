import { LRUCache } from 'lru-cache';
import { singleFlight } from '@vidlunnia/operating/single-flight';

/** Milliseconds for which a release that could not be had is not requested again, and how many are remembered. */
const ABSENT = { ttl: 5_000, max: 200 };
/** Releases that are fetched at a time: visitors can request any name. */
const PARALLEL = 4;

/**
 * Fetches releases that the store lacks, because another replica ingested them first or because they were swept: a page
 * that is open may still request their files.
 */
export function onDemand(
  has: (name: string, version: string) => boolean,
  fetchRelease: (name: string, version: string) => Promise<void>,
): (name: string, version: string) => Promise<void> {
  const absent = new LRUCache<string, true>(ABSENT);
  const flights = new Map<string, Promise<void>>();

  const obtain = singleFlight(async (key: string, name: string, version: string) => {
    await fetchRelease(name, version).catch(() => absent.set(key, true));
  }, flights);

  return async (name, version) => {
    const key = `${name}/${version}`;
    if (has(name, version) || absent.has(key)) return;
    if (flights.has(key) || flights.size < PARALLEL) await obtain(key, name, version);
  };
}
