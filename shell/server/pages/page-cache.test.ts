/** @jest-environment node */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { deferred } from '../../testing/islands';
import type { EncodedPage } from './encode';
import { createPageCache, type PageResult, type PageCache } from './page-cache';

const MEGABYTE = 1024 * 1024;
const page = (etag: string, bytes = 1): EncodedPage => {
  const body = Buffer.alloc(bytes);
  return { status: 200, etag, styleSources: [], bodies: { identity: body, gzip: body, br: body } };
};
const kept = (etag: string, bytes?: number): PageResult => ({ page: page(etag, bytes), cacheable: true });
const passing = (etag: string): PageResult => ({ page: page(etag), cacheable: false });

let now: number;
let cache: PageCache;
beforeEach(() => {
  now = 0;
  cache = createPageCache(5_000, () => now);
});

const renders = (...results: readonly (PageResult | Error)[]) => {
  const render = jest.fn<() => Promise<PageResult>>();
  for (const next of results) {
    if (next instanceof Error) render.mockRejectedValueOnce(next);
    else render.mockResolvedValueOnce(next);
  }
  return render;
};
const etagAt = async (key: string, render: () => Promise<PageResult>) =>
  (await cache.get(key, render)).page.etag;
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a page is rendered once and then served from the cache while it is fresh', async () => {
  const render = renders(kept('1'));
  expect(await etagAt('/', render)).toBe('1');
  now = 5_000;
  expect(await etagAt('/', render)).toBe('1');
  expect(render).toHaveBeenCalledTimes(1);
});

test('every key has its own page', async () => {
  expect(await etagAt('/', renders(kept('1')))).toBe('1');
  expect(await etagAt('/blog/1', renders(kept('2')))).toBe('2');
});

describe('a stale page', () => {
  test('is served at once while it is revalidated in the background', async () => {
    const next = deferred<PageResult>();
    const render = renders(kept('1')).mockReturnValueOnce(next.promise);
    await cache.get('/', render);
    now = 5_001;
    expect(await etagAt('/', render)).toBe('1');
    next.resolve(kept('2'));
    await settle();
    expect(await etagAt('/', render)).toBe('2');
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('of what is there no more is forgotten, and its successor kept by nobody under that key', async () => {
    const missing: PageResult = { ...kept('404'), missing: true };
    const render = renders(kept('1'), missing, missing, kept('2'));
    await cache.get('/', render);
    now = 5_001;
    expect(await etagAt('/', render)).toBe('1');
    await settle();
    expect(await etagAt('/', render)).toBe('404');
    expect(cache.figures().pages).toBe(0);
    expect(await etagAt('/', render)).toBe('2');
  });

  test('that is older than a minute more is rendered while its visitor waits', async () => {
    const render = renders(kept('1'), kept('2'));
    await cache.get('/', render);
    now = 65_001;
    expect(await etagAt('/', render)).toBe('2');
  });

  test.each<readonly [string, PageResult | Error]>([
    ['fails', new Error('crash')],
    ['gives a page that is not cacheable', passing('2')],
  ])('stays when waiting for that %s; the next visitors do not wait', async (_, bad) => {
    const never = deferred<PageResult>();
    const render = renders(kept('1'), bad).mockReturnValue(never.promise);
    await cache.get('/', render);
    now = 65_001;
    expect(await cache.get('/', render)).toEqual(kept('1'));
    now += 65_000;
    expect(await cache.get('/', render)).toEqual(kept('1'));
  });

  test('of yesterday is sent to nobody', async () => {
    const render = renders(kept('1'), passing('2'));
    await cache.get('/', render);
    now = 86_400_001;
    expect(await etagAt('/', render)).toBe('2');
    expect(cache.figures().pages).toBe(0);
  });

  test('is revalidated once, however many request it', async () => {
    const next = deferred<PageResult>();
    const render = renders(kept('1')).mockReturnValue(next.promise);
    await cache.get('/', render);
    now = 5_001;
    await Promise.all(Array.from({ length: 10 }, () => cache.get('/', render)));
    expect(render).toHaveBeenCalledTimes(2);
    next.resolve(kept('2'));
    await settle();
  });

  test.each<readonly [string, PageResult | Error]>([
    ['fails', new Error('crash')],
    ['gives a page that is not cacheable', passing('2')],
  ])('stays when revalidating it %s, and is revalidated again', async (_, bad) => {
    const render = renders(kept('1'), bad, kept('3'));
    await cache.get('/', render);
    now = 5_001;
    expect(await etagAt('/', render)).toBe('1');
    await settle();
    expect(await cache.get('/', render)).toEqual(kept('1'));
    await settle();
    expect(await etagAt('/', render)).toBe('3');
  });
});

describe('a page that is not cached', () => {
  test('is rendered once for all who request it at the same time (single flight)', async () => {
    const flight = deferred<PageResult>();
    const render = jest.fn(() => flight.promise);
    const asked = [1, 2, 3].map(() => etagAt('/', render));
    flight.resolve(kept('1'));
    expect(await Promise.all(asked)).toEqual(['1', '1', '1']);
    expect(render).toHaveBeenCalledTimes(1);
  });

  test('and is not cacheable is served and not cached', async () => {
    const render = renders(passing('1'), kept('2'));
    expect(await cache.get('/', render)).toEqual(passing('1'));
    expect(await etagAt('/', render)).toBe('2');
  });

  test('and cannot be rendered fails for all who wait, and is rendered again for the next', async () => {
    const render = renders(new Error('crash'), kept('2'));
    const asked = [cache.get('/', render), cache.get('/', render)];
    for (const result of await Promise.allSettled(asked)) expect(result.status).toBe('rejected');
    expect(await etagAt('/', render)).toBe('2');
  });
});

describe('32 MB', () => {
  test('are cached at most: the least recently requested page goes first', async () => {
    for (const key of ['a', 'b', 'c']) await cache.get(key, renders(kept(key, 3 * MEGABYTE)));
    await cache.get('a', renders());
    await cache.get('d', renders(kept('d', 3 * MEGABYTE)));
    const again = renders(kept('b again', 1));
    expect(await etagAt('a', again)).toBe('a');
    expect(await etagAt('b', again)).toBe('b again');
  });

  test('are too little for a page that is larger: it is served and not cached', async () => {
    const render = renders(kept('1', 11 * MEGABYTE), kept('2'));
    expect(await etagAt('/', render)).toBe('1');
    expect(await etagAt('/', render)).toBe('2');
  });
});
