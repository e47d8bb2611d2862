import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { deferred } from '../../testing/islands';
import { encode, PageCache, plainText, type PageResponse } from './page-cache';

const kept = (etag: string, caching: PageResponse['caching'] = 'cached'): PageResponse => ({
  ...{ status: 200, etag, caching, releaseSet: 'set', inline: { scripts: [], styles: [] } },
  bodies: { identity: Buffer.alloc(1) },
});
const passing = (etag: string) => kept(etag, 'private');

let now: number;
let contentChanges: number;
let cache: PageCache;
beforeEach(() => {
  now = 0;
  contentChanges = 0;
  cache = new PageCache(
    5_000,
    () => contentChanges,
    () => now,
  );
});

const etagAt = async (key: string, render: () => Promise<PageResponse>) =>
  (await cache.get(key, render)).etag;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Requests in order: the result of a rendering, if one is needed, and the returned page. */
type Step = readonly [atMs: number, result: PageResponse | Error | 'hangs' | null, etag: string];

const first: Step = [0, kept('1'), '1'];
const missing = kept('404', 'missing');

test.each<readonly [string, number, readonly Step[]]>([
  ['fresh is not rendered again', 1, [first, [5_000, null, '1']]],
  [
    'private is not cached',
    1,
    [
      [0, passing('1'), '1'],
      [0, kept('2'), '2'],
    ],
  ],
  ['stale is served at once, and rendered again', 1, [first, [5_001, kept('2'), '1'], [5_001, null, '2']]],
  ['stale for over a minute is rendered while its visitor waits', 1, [first, [65_001, kept('2'), '2']]],
  ['older than a day is never served', 0, [first, [86_400_001, passing('2'), '2']]],
  [
    'stale and now missing is evicted, and not cached',
    0,
    [first, [5_001, missing, '1'], [5_001, missing, '404']],
  ],
  // A rendering that fails or must not be cached.
  ...[new Error('crash'), passing('2')].flatMap((bad): [string, number, Step[]][] => [
    [
      'stale stays, and is rendered again',
      1,
      [first, [5_001, bad, '1'], [5_001, kept('3'), '1'], [5_001, null, '3']],
    ],
    [
      'stale for over a minute stays; later visitors do not wait',
      1,
      [first, [65_001, bad, '1'], [130_001, 'hangs', '1']],
    ],
  ]),
])('a page that is %s', async (_, pages, steps) => {
  for (const [atMs, result, etag] of steps) {
    now = atMs;
    const render = jest.fn(async () => {
      if (result instanceof Error) throw result;
      return result === 'hangs' ? deferred<PageResponse>().promise : (result ?? kept('unexpected'));
    });
    expect([atMs, await etagAt('/', render)]).toEqual([atMs, etag]);
    expect(render).toHaveBeenCalledTimes(result ? 1 : 0);
    await settle();
  }
  expect(cache.figures().pages).toBe(pages);
});

test.each([
  ['is rendered while its visitor waits', kept('2'), '2'],
  ['stays if that fails, and later visitors do not wait', new Error('crash'), '1'],
])('after new content, a fresh page %s', async (_, result, etag) => {
  await etagAt('/', () => Promise.resolve(kept('1')));
  contentChanges = 1;
  const render = jest.fn(() => (result instanceof Error ? Promise.reject(result) : Promise.resolve(result)));
  expect([await etagAt('/', render), await etagAt('/', render)]).toEqual([etag, etag]);
  expect(render).toHaveBeenCalledTimes(1);
});

test('requests for a key share one rendering, also in the background (single flight)', async () => {
  const ofTen = (render: () => Promise<PageResponse>) =>
    Promise.allSettled(Array.from({ length: 10 }, () => etagAt('/', render)));
  const failing = jest.fn(() => Promise.reject(new Error('crash')));
  expect(new Set((await ofTen(failing)).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect(failing).toHaveBeenCalledTimes(1);
  expect(await etagAt('/', () => Promise.resolve(kept('1')))).toBe('1');
  expect(await etagAt('/blog/1', () => Promise.resolve(kept('2')))).toBe('2');
  now = 5_001;
  const next = deferred<PageResponse>();
  const render = jest.fn(() => next.promise);
  for (const result of await ofTen(render)) expect(result).toEqual({ status: 'fulfilled', value: '1' });
  expect(render).toHaveBeenCalledTimes(1);
});

test('a document has one entity tag and the same text in every encoding; it is compressed once', async () => {
  const html = `<!doctype html>${readFileSync(__filename, 'utf8')}`;
  const { etag, bodies } = await encode(html);
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(bodies.identity.toString()).toBe(html);
  expect(bodies.gzip && gunzipSync(bodies.gzip).toString()).toBe(html);
  expect(bodies.br && brotliDecompressSync(bodies.br).toString()).toBe(html);
  expect((await encode(html)).bodies).toBe(bodies);
  expect([plainText(html).etag === etag, plainText(`${html}.`).etag === etag]).toEqual([true, false]);
});
