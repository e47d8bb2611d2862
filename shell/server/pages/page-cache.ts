import { singleFlight } from '@vidlunnia/operating/single-flight';
import { LRUCache } from 'lru-cache';
import type { EncodedPage } from './encode';

/** Total bytes of cached pages, in all encodings. */
const CAPACITY = 32 * 1024 * 1024;

/** Milliseconds for which a stale page is served at once: the same as `stale-while-revalidate` in responses. */
const STALE_FOR = 60_000;
/** Milliseconds after which a page is never served, even if rendering fails. */
const IF_ERROR_FOR = 86_400_000;

interface Entry {
  readonly page: EncodedPage;
  readonly renderedAt: number;
  /** Time of the last rendering or attempt. */
  readonly triedAt: number;
}

/** A page, and whether it may be cached. */
export interface PageResult {
  readonly page: EncodedPage;
  readonly cacheable: boolean;
  /** The address does not exist: its page is not cached under it, however many such addresses are requested. */
  readonly missing?: boolean;
}

/** Stale-while-revalidate, single flight. */
export class PageCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: CAPACITY,
    sizeCalculation: ({ page }) => Object.values(page.bodies).reduce((sum, body) => sum + body.length, 1),
  });
  readonly #lookups = { fresh: 0, stale: 0, miss: 0 };

  constructor(
    /** Milliseconds for which a page is served without being rendered again. */
    private readonly freshFor: number,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Returns the cached page of a key at once, else the result of `render`. A stale page is rendered again in the
   * background; after `STALE_FOR`, while its visitor waits. If that fails or returns a page that is not cacheable, the
   * old page is kept for a day.
   */
  async get(key: string, render: () => Promise<PageResult>): Promise<PageResult> {
    const entry = this.#entries.get(key);
    if (!entry || this.now() - entry.renderedAt > IF_ERROR_FOR) {
      this.#entries.delete(key);
      this.#lookups.miss += 1;
      return this.#revalidate(key, render);
    }
    const cached = { page: entry.page, cacheable: true };
    if (this.now() - entry.renderedAt <= this.freshFor) {
      this.#lookups.fresh += 1;
      return cached;
    }
    this.#lookups.stale += 1;
    const revalidated = this.#revalidate(key, render).catch(() => null);
    if (this.now() - entry.triedAt <= this.freshFor + STALE_FOR) return cached;
    const result = await revalidated;
    return result && (result.cacheable || result.missing) ? result : cached;
  }

  readonly #revalidate = singleFlight(async (key: string, render: () => Promise<PageResult>) => {
    const result = await render().catch((error: unknown) => {
      this.#keep(key);
      throw error;
    });
    const now = this.now();
    if (result.missing) this.#entries.delete(key);
    else if (result.cacheable) this.#entries.set(key, { page: result.page, renderedAt: now, triedAt: now });
    else this.#keep(key);
    return result;
  });

  /** Keeps the cached page, and delays the next attempt. */
  #keep(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#entries.set(key, { ...entry, triedAt: this.now() });
  }

  /** Pages of replaced release sets are never requested again. */
  clear(): void {
    this.#entries.clear();
  }

  figures() {
    return { pages: this.#entries.size, bytes: this.#entries.calculatedSize, lookups: this.#lookups };
  }
}
