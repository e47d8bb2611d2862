/** @jest-environment node */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { deferred } from '../../testing/islands';
import type { EncodedPage } from './encode';
import { createPageCache, type MadePage, type PageCache } from './page-cache';

const MEGABYTE = 1024 * 1024;
const page = (etag: string, bytes = 1): EncodedPage => {
  const body = Buffer.alloc(bytes);
  return { status: 200, etag, styleSources: [], bodies: { identity: body, gzip: body, br: body } };
};
const kept = (etag: string, bytes?: number): MadePage => ({ page: page(etag, bytes), keep: true });
const passing = (etag: string): MadePage => ({ page: page(etag), keep: false });

let now: number;
let cache: PageCache;
beforeEach(() => {
  now = 0;
  cache = createPageCache(5_000, () => now);
});

const makes = (...made: readonly (MadePage | Error)[]) => {
  const make = jest.fn<() => Promise<MadePage>>();
  for (const next of made) {
    if (next instanceof Error) make.mockRejectedValueOnce(next);
    else make.mockResolvedValueOnce(next);
  }
  return make;
};
const etagAt = async (key: string, make: () => Promise<MadePage>) => (await cache.get(key, make)).page.etag;
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a page is made once and then served as it is, for as long as it is fresh', async () => {
  const make = makes(kept('1'));
  expect(await etagAt('/', make)).toBe('1');
  now = 5_000;
  expect(await etagAt('/', make)).toBe('1');
  expect(make).toHaveBeenCalledTimes(1);
});

test('every key has its own page', async () => {
  expect(await etagAt('/', makes(kept('1')))).toBe('1');
  expect(await etagAt('/blog/1', makes(kept('2')))).toBe('2');
});

describe('a page that is no longer fresh', () => {
  test('is served at once while it is made anew behind the visitor’s back', async () => {
    const next = deferred<MadePage>();
    const make = makes(kept('1')).mockReturnValueOnce(next.promise);
    await cache.get('/', make);
    now = 5_001;
    expect(await etagAt('/', make)).toBe('1');
    next.resolve(kept('2'));
    await settle();
    expect(await etagAt('/', make)).toBe('2');
    expect(make).toHaveBeenCalledTimes(2);
  });

  test('is made anew once, however many ask', async () => {
    const next = deferred<MadePage>();
    const make = makes(kept('1')).mockReturnValue(next.promise);
    await cache.get('/', make);
    now = 5_001;
    await Promise.all(Array.from({ length: 10 }, () => cache.get('/', make)));
    expect(make).toHaveBeenCalledTimes(2);
    next.resolve(kept('2'));
    await settle();
  });

  test.each<readonly [string, MadePage | Error]>([
    ['fails', new Error('crash')],
    ['brings nothing to keep', passing('2')],
  ])('stays when making it anew %s, and that is tried again', async (_, bad) => {
    const make = makes(kept('1'), bad, kept('3'));
    await cache.get('/', make);
    now = 5_001;
    expect(await etagAt('/', make)).toBe('1');
    await settle();
    expect(await cache.get('/', make)).toEqual(kept('1'));
    await settle();
    expect(await etagAt('/', make)).toBe('3');
  });
});

describe('a page that is not there', () => {
  test('is made once for all who ask at the same time', async () => {
    const making = deferred<MadePage>();
    const make = jest.fn(() => making.promise);
    const asked = [1, 2, 3].map(() => etagAt('/', make));
    making.resolve(kept('1'));
    expect(await Promise.all(asked)).toEqual(['1', '1', '1']);
    expect(make).toHaveBeenCalledTimes(1);
  });

  test('and is good for one visitor only is not kept', async () => {
    const make = makes(passing('1'), kept('2'));
    expect(await cache.get('/', make)).toEqual(passing('1'));
    expect(await etagAt('/', make)).toBe('2');
  });

  test('and cannot be made fails for all who wait, and is tried anew by the next', async () => {
    const make = makes(new Error('crash'), kept('2'));
    const asked = [cache.get('/', make), cache.get('/', make)];
    for (const result of await Promise.allSettled(asked)) expect(result.status).toBe('rejected');
    expect(await etagAt('/', make)).toBe('2');
  });
});

describe('32 MB', () => {
  test('are kept at most: what was asked for longest ago goes first', async () => {
    for (const key of ['a', 'b', 'c']) await cache.get(key, makes(kept(key, 3 * MEGABYTE)));
    await cache.get('a', makes());
    await cache.get('d', makes(kept('d', 3 * MEGABYTE)));
    const again = makes(kept('b again', 1));
    expect(await etagAt('a', again)).toBe('a');
    expect(await etagAt('b', again)).toBe('b again');
  });

  test('are too little for a page that is larger: it is served and not kept', async () => {
    const make = makes(kept('1', 11 * MEGABYTE), kept('2'));
    expect(await etagAt('/', make)).toBe('1');
    expect(await etagAt('/', make)).toBe('2');
  });
});
