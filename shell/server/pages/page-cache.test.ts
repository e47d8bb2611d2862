/** @jest-environment node */
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { deferred } from '../../testing/islands';
import { PageCache, type PageResponse } from './page-cache';

const kept = (etag: string, caching: PageResponse['caching'] = 'cached'): PageResponse => ({
  ...{ status: 200, etag, caching, releaseSet: 'set', styleSources: [] },
  bodies: { identity: Buffer.alloc(1) },
});
const passing = (etag: string) => kept(etag, 'private');

let now: number;
let cache: PageCache;
beforeEach(() => {
  now = 0;
  cache = new PageCache(5_000, () => now);
});

const renders = (...results: readonly (PageResponse | Error)[]) => {
  const render = jest.fn<() => Promise<PageResponse>>();
  for (const next of results) {
    if (next instanceof Error) render.mockRejectedValueOnce(next);
    else render.mockResolvedValueOnce(next);
  }
  return render;
};
const etagAt = async (key: string, render: () => Promise<PageResponse>) =>
  (await cache.get(key, render)).etag;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Results of a rendering that must not be cached. */
const BAD: readonly (readonly [string, PageResponse | Error])[] = [
  ['fails', new Error('crash')],
  ['gives a private page', passing('2')],
];

test('a page is rendered once per key, then served from the cache while it is fresh', async () => {
  const render = renders(kept('1'));
  expect(await etagAt('/', render)).toBe('1');
  now = 5_000;
  expect(await etagAt('/', render)).toBe('1');
  expect(render).toHaveBeenCalledTimes(1);
  expect(await etagAt('/blog/1', renders(kept('2')))).toBe('2');
});

describe('an expired page', () => {
  test('is rendered while its visitor waits, although it is fresh', async () => {
    const render = renders(kept('1'), kept('2'));
    await cache.get('/', render);
    now = 1;
    cache.expire();
    now = 2;
    expect(await etagAt('/', render)).toBe('2');
    expect(await etagAt('/', render)).toBe('2');
  });

  test.each(BAD)('stays when waiting for that %s; the next visitors do not wait', async (_, bad) => {
    const render = renders(kept('1'), bad, kept('3'));
    await cache.get('/', render);
    now = 1;
    cache.expire();
    now = 2;
    expect(await etagAt('/', render)).toBe('1');
    expect(await etagAt('/', render)).toBe('1');
    expect(render).toHaveBeenCalledTimes(2);
  });
});

describe('a stale page', () => {
  test('is served at once and revalidated once in the background, whatever the number of requests', async () => {
    const next = deferred<PageResponse>();
    const render = renders(kept('1')).mockReturnValueOnce(next.promise);
    await cache.get('/', render);
    now = 5_001;
    const etags = await Promise.all(Array.from({ length: 10 }, () => etagAt('/', render)));
    expect(new Set(etags)).toEqual(new Set(['1']));
    next.resolve(kept('2'));
    await settle();
    expect(await etagAt('/', render)).toBe('2');
    expect(render).toHaveBeenCalledTimes(2);
  });

  test('is dropped if its address no longer exists, and the missing page is not cached under that key', async () => {
    const missing = kept('404', 'missing');
    const render = renders(kept('1'), missing, missing, kept('2'));
    await cache.get('/', render);
    now = 5_001;
    expect(await etagAt('/', render)).toBe('1');
    await settle();
    expect(await etagAt('/', render)).toBe('404');
    expect(cache.figures().pages).toBe(0);
    expect(await etagAt('/', render)).toBe('2');
  });

  test.each(BAD)('stays when revalidating it %s, and is revalidated again', async (_, bad) => {
    const render = renders(kept('1'), bad, kept('3'));
    await cache.get('/', render);
    now = 5_001;
    expect(await etagAt('/', render)).toBe('1');
    await settle();
    expect(await cache.get('/', render)).toEqual(kept('1'));
    await settle();
    expect(await etagAt('/', render)).toBe('3');
  });

  test('that has been stale for over a minute is rendered while its visitor waits', async () => {
    const render = renders(kept('1'), kept('2'));
    await cache.get('/', render);
    now = 65_001;
    expect(await etagAt('/', render)).toBe('2');
  });

  test.each(BAD)('stays when waiting for that %s; the next visitors do not wait', async (_, bad) => {
    const never = deferred<PageResponse>();
    const render = renders(kept('1'), bad).mockReturnValue(never.promise);
    await cache.get('/', render);
    now = 65_001;
    expect(await cache.get('/', render)).toEqual(kept('1'));
    now += 65_000;
    expect(await cache.get('/', render)).toEqual(kept('1'));
  });

  test('older than a day is never served', async () => {
    const render = renders(kept('1'), passing('2'));
    await cache.get('/', render);
    now = 86_400_001;
    expect(await etagAt('/', render)).toBe('2');
    expect(cache.figures().pages).toBe(0);
  });
});

describe('a page that is not cached', () => {
  test('is rendered once for all waiting requests (single flight), fails for all, and is rendered again for the next', async () => {
    const render = renders(new Error('crash'), kept('2'));
    const asked = [cache.get('/', render), cache.get('/', render)];
    for (const result of await Promise.allSettled(asked)) expect(result.status).toBe('rejected');
    expect(render).toHaveBeenCalledTimes(1);
    expect(await etagAt('/', render)).toBe('2');
  });

  test('is only served if it is private', async () => {
    const render = renders(passing('1'), kept('2'));
    expect(await cache.get('/', render)).toEqual(passing('1'));
    expect(await etagAt('/', render)).toBe('2');
  });
});
