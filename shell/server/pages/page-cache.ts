import { singleFlight } from '@vidlunnia/operating/single-flight';
import { LRUCache } from 'lru-cache';
import type { EncodedPage } from './encode';

/** Bytes of pages, in all encodings, that are kept. */
const CAPACITY = 32 * 1024 * 1024;

/** Milliseconds after its freshness for which a page is sent unseen: what `stale-while-revalidate` says to others. */
const STALE_FOR = 60_000;
/** Milliseconds after which no page is sent any more, whatever became of the rendering. */
const IF_ERROR_FOR = 86_400_000;

interface Entry {
  readonly page: EncodedPage;
  readonly renderedAt: number;
  /** When it was rendered, or could not be, last. */
  readonly triedAt: number;
}

/** A page, and whether other visitors may get it too. */
export interface PageResult {
  readonly page: EncodedPage;
  readonly cacheable: boolean;
  /** Nothing stands at the address: its page is not kept under it, however many such addresses are requested. */
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
   * The cached page of a key at once, else the one that `render` makes. A stale page is rendered again in the
   * background; one that is staler still while its visitor waits. It stays for a day when that fails or gives a page
   * that is not cacheable.
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

  /** What there is stays; its visitors wait for no further try for a while. */
  #keep(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#entries.set(key, { ...entry, triedAt: this.now() });
  }

  /** Pages of superseded release sets are never requested again. */
  clear(): void {
    this.#entries.clear();
  }

  figures() {
    return { pages: this.#entries.size, bytes: this.#entries.calculatedSize, lookups: this.#lookups };
  }
}
