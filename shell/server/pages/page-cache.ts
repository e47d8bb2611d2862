import { singleFlight } from '@vidlunnia/operating/single-flight';
import { LRUCache } from 'lru-cache';
import type { EncodedText } from './encode';

/** Of all cached pages, in all encodings. */
const CAPACITY_BYTES = 32 * 1024 * 1024;

/** A stale page is served at once for this time: the same as `stale-while-revalidate` in responses. */
const STALE_MS = 60_000;
/** After this time, a page is never served, even if rendering fails. */
const IF_ERROR_MS = 86_400_000;

interface Entry {
  readonly page: PageResponse;
  readonly renderedAt: number;
  /** Time of the last rendering or attempt. */
  readonly triedAt: number;
}

/** The response to a page request. */
export interface PageResponse extends EncodedText {
  readonly status: 200 | 404 | 503;
  /**
   * `cached` pages are cached here and in shared caches. `missing` ones are only in shared caches, so invented addresses
   * cannot fill this cache. `private` ones are for their visitor.
   */
  readonly caching: 'cached' | 'missing' | 'private';
  /** Id of its release set. */
  readonly releaseSet: string;
  /** Hash sources of its style elements, for the Content-Security-Policy. */
  readonly styleSources: readonly string[];
}

/** Stale-while-revalidate, single flight. */
export class PageCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: CAPACITY_BYTES,
    sizeCalculation: ({ page }) => Object.values(page.bodies).reduce((sum, body) => sum + body.length, 1),
  });
  #expiredAt = -Infinity;
  readonly #lookups = { fresh: 0, stale: 0, miss: 0 };

  constructor(
    /** Milliseconds for which a page is served without being rendered again. */
    private readonly freshFor: number,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Returns the cached page of a key at once, else the result of `render`. A stale page is rendered again in the
   * background; an expired one, or after `STALE_MS`, while its visitor waits. If that fails or returns a private page, the
   * old page is kept for a day.
   */
  async get(key: string, render: () => Promise<PageResponse>): Promise<PageResponse> {
    const entry = this.#entries.get(key);
    if (!entry || this.now() - entry.renderedAt > IF_ERROR_MS) {
      this.#entries.delete(key);
      this.#lookups.miss += 1;
      return this.#revalidate(key, render);
    }
    const isCurrent = entry.triedAt > this.#expiredAt;
    if (isCurrent && this.now() - entry.renderedAt <= this.freshFor) {
      this.#lookups.fresh += 1;
      return entry.page;
    }
    this.#lookups.stale += 1;
    const revalidated = this.#revalidate(key, render).catch(() => null);
    if (isCurrent && this.now() - entry.triedAt <= this.freshFor + STALE_MS) return entry.page;
    const page = await revalidated;
    return page && page.caching !== 'private' ? page : entry.page;
  }

  readonly #revalidate = singleFlight(async (key: string, render: () => Promise<PageResponse>) => {
    const page = await render().catch((error: unknown) => {
      this.#keep(key);
      throw error;
    });
    const now = this.now();
    if (page.caching === 'missing') this.#entries.delete(key);
    else if (page.caching === 'cached') this.#entries.set(key, { page, renderedAt: now, triedAt: now });
    else this.#keep(key);
    return page;
  });

  /** Keeps the cached page, and delays the next attempt. */
  #keep(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#entries.set(key, { ...entry, triedAt: this.now() });
  }

  /** All pages so far are rendered again before they are served, if that is possible. */
  expire(): void {
    this.#expiredAt = this.now();
  }

  /** Pages of replaced release sets are never requested again. */
  clear(): void {
    this.#entries.clear();
  }

  figures() {
    return { pages: this.#entries.size, bytes: this.#entries.calculatedSize, lookups: this.#lookups };
  }
}
