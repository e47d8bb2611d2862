import type { EncodedText } from '@vidlunnia/operating/encoding';
import { singleFlight } from '@vidlunnia/operating/single-flight';
import { LRUCache } from 'lru-cache';
import type { InlineSources } from './document';

/** For all cached pages in all encodings. */
const CAPACITY_BYTES = 32 * 1024 * 1024;

/** How long a stale page is served at once; responses have the same `stale-while-revalidate`. */
const STALE_MS = 60_000;
/** A stale page is rendered again this much later, because its visitor's next requests need the same processor. */
const REFRESH_AFTER_MS = 1_000;
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
   * `cached` pages are cached here and in shared caches. `missing` pages are cached only in shared caches, so invented
   * addresses cannot fill this cache. `private` and `preview` pages are never cached.
   */
  readonly caching: 'cached' | 'missing' | 'private' | 'preview';
  /** Id of its release set. */
  readonly releaseSet: string;
  readonly inline: InlineSources;
}

type Render = () => Promise<PageResponse>;

/** Stale-while-revalidate, single flight. Evicts the least recently used pages, also those of replaced release sets and content. */
export class PageCache {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: CAPACITY_BYTES,
    sizeCalculation: ({ page }) => Object.values(page.bodies).reduce((sum, body) => sum + body.length, 1),
  });
  readonly #lookups = { fresh: 0, stale: 0, miss: 0 };

  constructor(
    /** Milliseconds for which a page is served without being rendered again. */
    private readonly freshFor: number,
    /** Version of the content: pages with older content are not found. */
    private readonly contentVersion: () => string | null = () => null,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Returns the cached page of a key at once, else the result of `render`. A stale page is rendered again a second later,
   * if `isCurrent` then. After `STALE_MS`, its visitor waits for the rendering. If the rendering fails or returns a
   * private page, the old page stays for a day.
   */
  async get(page: string, render: Render, isCurrent = () => true): Promise<PageResponse> {
    const key = `${String(this.contentVersion())} ${page}`;
    const entry = this.#entries.get(key);
    if (!entry || this.now() - entry.renderedAt > IF_ERROR_MS) {
      this.#entries.delete(key);
      this.#lookups.miss += 1;
      return this.#revalidate(key, render);
    }
    if (this.now() - entry.renderedAt <= this.freshFor) {
      this.#lookups.fresh += 1;
      return entry.page;
    }
    this.#lookups.stale += 1;
    if (this.now() - entry.triedAt <= this.freshFor + STALE_MS) {
      void this.#refresh(key, render, isCurrent);
      return entry.page;
    }
    const fresh = await this.#revalidate(key, render).catch(() => null);
    return fresh && !isForOne(fresh) ? fresh : entry.page;
  }

  readonly #refresh = singleFlight(async (key: string, render: Render, isCurrent: () => boolean) => {
    await new Promise((resolve) => setTimeout(resolve, REFRESH_AFTER_MS).unref());
    if (isCurrent()) await this.#revalidate(key, render).catch(() => null);
  });

  readonly #revalidate = singleFlight(async (key: string, render: Render) => {
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

  /** Keeps the cached page. For a moment, no visitor waits for the next attempt. */
  #keep(key: string): void {
    const entry = this.#entries.get(key);
    if (entry) this.#entries.set(key, { ...entry, triedAt: this.now() });
  }

  figures() {
    return { pages: this.#entries.size, bytes: this.#entries.calculatedSize, lookups: this.#lookups };
  }
}

const isForOne = ({ caching }: PageResponse) => caching === 'private' || caching === 'preview';
