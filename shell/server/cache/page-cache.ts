import { LRUCache } from 'lru-cache';
import type { ReleaseReport } from '@vidlunnia/shared/contracts/release-report';
import type { EncodedPage } from './encode';

/** Bytes of pages, in all encodings, that are kept. */
const CAPACITY = 32 * 1024 * 1024;

interface Entry {
  readonly page: EncodedPage;
  readonly madeAt: number;
}

/** A page as it was made, and whether others may get it too. */
export interface MadePage {
  readonly page: EncodedPage;
  readonly keep: boolean;
}

export interface PageCache {
  /**
   * The page under a key: as it is kept, and at once, when there is one, else made by `make`. One that is no longer
   * fresh is made anew behind the visitor's back, once however many ask; it stays when that fails or brings nothing
   * to keep.
   */
  get(key: string, make: () => Promise<MadePage>): Promise<MadePage>;
  /** Drops every page: those of a set that is live no longer are asked for no more. */
  clear(): void;
  figures(): ReleaseReport['cache'];
}

/** `freshFor` is for how many milliseconds a page is served without asking for a newer one. */
export function createPageCache(freshFor: number, now: () => number = Date.now): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: CAPACITY,
    sizeCalculation: ({ page }) => Object.values(page.bodies).reduce((sum, body) => sum + body.length, 1),
  });
  const making = new Map<string, Promise<MadePage>>();
  const counts = { hits: 0, stale: 0, misses: 0 };

  function refresh(key: string, make: () => Promise<MadePage>): Promise<MadePage> {
    const underWay = making.get(key);
    if (underWay) return underWay;
    const next = make()
      .then((made) => {
        if (made.keep) entries.set(key, { page: made.page, madeAt: now() });
        return made;
      })
      .finally(() => making.delete(key));
    making.set(key, next);
    return next;
  }

  return {
    get: async (key, make) => {
      const entry = entries.get(key);
      if (!entry) {
        counts.misses += 1;
        return refresh(key, make);
      }
      counts.hits += 1;
      if (now() - entry.madeAt > freshFor) {
        counts.stale += 1;
        // A failure leaves the page that is there.
        refresh(key, make).catch(() => undefined);
      }
      return { page: entry.page, keep: true };
    },
    clear: () => {
      entries.clear();
    },
    figures: () => ({ pages: entries.size, bytes: entries.calculatedSize, ...counts }),
  };
}
