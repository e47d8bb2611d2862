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
  readonly missing?: true;
}

/** Stale-while-revalidate, single flight. */
export interface PageCache {
  /**
   * The cached page of a key at once, else the one that `render` makes. A stale page is rendered again in the
   * background; one that is staler still while its visitor waits. It stays for a day when that fails or gives a page
   * that is not cacheable.
   */
  get(key: string, render: () => Promise<PageResult>): Promise<PageResult>;
  /** Pages of superseded release sets are never requested again. */
  clear(): void;
  figures(): PageCacheFigures;
}

interface PageCacheFigures {
  readonly pages: number;
  readonly bytes: number;
  readonly hits: number;
  /** Hits of a page that was no longer fresh. */
  readonly stale: number;
  readonly misses: number;
}

/** `freshFor` is for how many milliseconds a page is served without being rendered again. */
export function createPageCache(freshFor: number, now: () => number = Date.now): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: CAPACITY,
    sizeCalculation: ({ page }) => Object.values(page.bodies).reduce((sum, body) => sum + body.length, 1),
  });
  const counts = { hits: 0, stale: 0, misses: 0 };

  const revalidate = singleFlight(async (key: string, render: () => Promise<PageResult>) => {
    const result = await render().catch((error: unknown) => {
      keep(key);
      throw error;
    });
    if (result.missing) entries.delete(key);
    else if (result.cacheable) entries.set(key, { page: result.page, renderedAt: now(), triedAt: now() });
    else keep(key);
    return result;
  });

  /** What there is stays; its visitors wait for no further try for a while. */
  function keep(key: string): void {
    const entry = entries.get(key);
    if (entry) entries.set(key, { ...entry, triedAt: now() });
  }

  async function instead(
    stale: EncodedPage,
    key: string,
    render: () => Promise<PageResult>,
  ): Promise<PageResult> {
    const result = await revalidate(key, render).catch(() => null);
    return result && (result.cacheable || result.missing) ? result : { page: stale, cacheable: true };
  }

  return {
    get: async (key, render) => {
      const entry = entries.get(key);
      if (!entry || now() - entry.renderedAt > IF_ERROR_FOR) {
        entries.delete(key);
        counts.misses += 1;
        return revalidate(key, render);
      }
      counts.hits += 1;
      if (now() - entry.triedAt > freshFor + STALE_FOR) {
        counts.stale += 1;
        return instead(entry.page, key, render);
      }
      if (now() - entry.renderedAt > freshFor) {
        counts.stale += 1;
        revalidate(key, render).catch(() => undefined);
      }
      return { page: entry.page, cacheable: true };
    },
    clear: () => {
      entries.clear();
    },
    figures: () => ({ pages: entries.size, bytes: entries.calculatedSize, ...counts }),
  };
}
