import { LRUCache } from 'lru-cache';

/** Addresses whose requests are counted; the least recent one is forgotten first. */
const MAX_KEYS = 5_000;

type Callback = (error: Error | null, result?: { readonly current: number; readonly ttl: number }) => void;

/**
 * Counts requests for `@fastify/rate-limit`, in memory. The plugin's own store reads the system's clock: set back by a
 * day, a limit that is reached would reject an address for a day. This cache reads the process's own clock.
 */
export class RateLimitStore {
  readonly #counts = new LRUCache<string, { requests: number }>({ max: MAX_KEYS, perf: performance });

  incr(key: string, callback: Callback, timeWindow = 0): void {
    const count = this.#counts.get(key) ?? { requests: 0 };
    if (count.requests === 0) this.#counts.set(key, count, { ttl: timeWindow });
    count.requests += 1;
    callback(null, { current: count.requests, ttl: this.#counts.getRemainingTTL(key) });
  }

  /** Counts of a route with its own limit. */
  child(): RateLimitStore {
    return new RateLimitStore();
  }
}
