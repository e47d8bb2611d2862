import { LRUCache } from 'lru-cache';
import type { RemoteName } from '@vidlunnia/shared/contracts';
import type { ShellContract } from '@vidlunnia/shared/contracts/release-report';
import { download } from './download';
import type { ReleaseStore } from './release-store';
import type { Teams } from './team';
import { verify } from './verify';

/** Milliseconds for which a release that could not be had is not asked for again, and how many are remembered. */
const ABSENT = { ttl: 5_000, max: 200 };
/** Releases that are fetched at a time: visitors can ask for any name. */
const PARALLEL = 4;

/** Gets a release into the store. Resolves to whether it is there. */
export type OnDemand = (name: RemoteName, version: string) => Promise<boolean>;

/**
 * Gets releases that the store has not because another replica took them in first, or because they were swept: a page
 * that is open may still ask for their files. They are verified like all others and never rendered here.
 */
export function createOnDemand(teams: Teams, store: ReleaseStore, contract: ShellContract): OnDemand {
  const absent = new LRUCache<string, true>(ABSENT);
  const underWay = new Map<string, Promise<boolean>>();

  async function get(name: RemoteName, version: string): Promise<boolean> {
    const copy = await download(teams[name], version, store);
    try {
      await verify(teams[name], version, copy, contract);
      await store.keep(name, version, copy);
    } catch (error) {
      await store.discard(copy);
      throw error;
    }
    return true;
  }

  return async (name, version) => {
    if (store.has(name, version)) return true;
    const key = `${name}/${version}`;
    const known = underWay.get(key);
    if (known) return known;
    if (absent.has(key) || underWay.size >= PARALLEL) return false;
    const getting = get(name, version)
      .catch(() => {
        absent.set(key, true);
        return false;
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, getting);
    return getting;
  };
}
