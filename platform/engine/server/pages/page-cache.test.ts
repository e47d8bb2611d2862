import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { deferred } from '../../testing/islands';
import { PageCache, type PageResponse } from './page-cache';

const pageOf = (etag: string, caching: PageResponse['caching'] = 'cached'): PageResponse => ({
  ...{ status: 200, etag, caching, releaseSet: 'set', inline: { scripts: [], styles: [] } },
  bodies: { identity: Buffer.alloc(1) },
});

let now: number;
let content: string;
let cache: PageCache;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'performance'] });
  now = 0;
  content = 'a';
  cache = new PageCache(
    5_000,
    () => content,
    () => now,
  );
});

afterEach(() => {
  jest.useRealTimers();
});

/** A stale page is rendered a second later. */
const untilRefreshed = () => jest.advanceTimersByTimeAsync(1_000);

const etagAt = async (key: string, render: () => Promise<PageResponse>) =>
  (await cache.get(key, render)).etag;

test('a page becomes stale although the system’s clock is set back', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  cache = new PageCache(5_000);
  await etagAt('/', () => Promise.resolve(pageOf('1')));
  jest.setSystemTime(Date.now() - 86_400_000);
  jest.advanceTimersByTime(70_000);
  expect(await etagAt('/', () => Promise.resolve(pageOf('2')))).toBe('2');
});

/** A request: its time, the result of a rendering if one is needed, and the entity tag of the returned page. */
type Step = readonly [atMs: number, result: string | PageResponse | Error | null, etag: string];

const first: Step = [0, '1', '1'];
const single: Step = [0, pageOf('1', 'private'), '1'];
const missing = pageOf('404', 'missing');
const crash = new Error('crash');

test.each<readonly [string, number, readonly Step[]]>([
  ['fresh is not rendered again', 1, [first, [5_000, null, '1']]],
  ['private is not cached', 1, [single, [0, '2', '2']]],
  ['stale is served at once, and rendered again', 1, [first, [5_001, '2', '1'], [5_001, null, '2']]],
  ['stale for over a minute is rendered while its visitor waits', 1, [first, [65_001, '2', '2']]],
  ['older than a day is never served', 0, [first, [86_400_001, pageOf('2', 'private'), '2']]],
  ['stale and missing is not cached', 0, [first, [5_001, missing, '1'], [5_001, missing, '404']]],
  // A rendering that fails or must not be cached.
  ...[crash, pageOf('2', 'private')].flatMap((bad): [string, number, Step[]][] => [
    [
      'stale stays, and is rendered again',
      1,
      [first, [5_001, bad, '1'], [5_001, '3', '1'], [5_001, null, '3']],
    ],
    [
      'stale for over a minute stays; nobody waits later',
      1,
      [first, [65_001, bad, '1'], [130_001, 'hangs', '1']],
    ],
  ]),
])('a page that is %s', async (_, pages, steps) => {
  for (const [atMs, result, etag] of steps) {
    now = atMs;
    const render = jest.fn(async () => {
      if (result instanceof Error) throw result;
      if (result === 'hangs') await new Promise(() => undefined);
      return typeof result === 'object' && result ? result : pageOf(result ?? 'unexpected');
    });
    expect([atMs, await etagAt('/', render)]).toEqual([atMs, etag]);
    await untilRefreshed();
    expect(render).toHaveBeenCalledTimes(result ? 1 : 0);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(cache.figures().pages).toBe(pages);
});

test('a page with older content is not served, also when its rendering ends later', async () => {
  await etagAt('/', () => Promise.resolve(pageOf('1')));
  now = 5_001;
  const rendering = deferred<PageResponse>();
  await etagAt('/', () => rendering.promise);
  await untilRefreshed();
  content = 'b';
  rendering.resolve(pageOf('2'));
  expect(await etagAt('/', () => Promise.resolve(pageOf('3')))).toBe('3');
  expect(await etagAt('/', () => Promise.reject(crash))).toBe('3');
});

test('requests for a key share one rendering, also in the background', async () => {
  const render = jest.fn(() => Promise.resolve(pageOf('1')));
  const sendTen = () => Promise.all(Array.from({ length: 10 }, () => etagAt('/', render)));
  await sendTen();
  expect(render).toHaveBeenCalledTimes(1);
  expect(await etagAt('/news/1', () => Promise.resolve(pageOf('2')))).toBe('2');
  now = 5_001;
  await sendTen();
  await untilRefreshed();
  expect(render).toHaveBeenCalledTimes(2);
});

test('a stale page is not rendered again if its release set is replaced meanwhile', async () => {
  await etagAt('/', () => Promise.resolve(pageOf('1')));
  now = 5_001;
  const render = jest.fn(() => Promise.resolve(pageOf('2')));
  let isCurrent = true;
  await cache.get('/', render, () => isCurrent);
  isCurrent = false;
  await untilRefreshed();
  expect(render).not.toHaveBeenCalled();
});
