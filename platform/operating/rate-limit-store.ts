/** Addresses whose requests are counted; the least recent one is forgotten first. */
const MAX_KEYS = 5_000;

interface Window {
  readonly current: number;
  /** In milliseconds of the process's own clock. */
  readonly endsAt: number;
}

type Callback = (error: Error | null, result?: { readonly current: number; readonly ttl: number }) => void;

/**
 * Counts requests for `@fastify/rate-limit`, in memory. The plugin's own store reads the system's clock: set back by a
 * day, a limit that is reached would reject an address for a day.
 */
export class RateLimitStore {
  readonly #windows = new Map<string, Window>();

  incr(key: string, callback: Callback, timeWindow = 0): void {
    const now = performance.now();
    const known = this.#windows.get(key);
    const { current, endsAt } =
      known && now < known.endsAt ? known : { current: 0, endsAt: now + timeWindow };
    // The newest stands last.
    this.#windows.delete(key);
    this.#windows.set(key, { current: current + 1, endsAt });
    const [oldest] = this.#windows.keys();
    if (this.#windows.size > MAX_KEYS && oldest !== undefined) this.#windows.delete(oldest);
    callback(null, { current: current + 1, ttl: endsAt - now });
  }

  /** Counts of a route with its own limit. */
  child(): RateLimitStore {
    return new RateLimitStore();
  }
}
