import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from '@jest/globals';
import { sampleRenderedPage } from '../../testing/renderer';
import { startBakery, type ServedBakery } from '../../testing/bakery/start';
import { VERSIONS } from '../../testing/team-origin';
import { SaturatedError } from '../render/supervised-worker';

const SHARED = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';
const NOT_SHARED = 'private, no-cache';

let site: ServedBakery;
beforeEach(async () => {
  site = await startBakery();
});

const requested = () => site.renderer()?.render.mock.calls.map(([request]) => request);
const shop = { kind: 'shop' };
const requestId: unknown = expect.stringMatching(/^[\da-f-]{36}$/);

test('a page has the rendered HTML and its used styles', async () => {
  const html = (await site.ask('/news/1')).body.toString();
  expect(html).toContain('<div id="root"><main id="main">/news/1</main></div>');
  expect(html).toContain('<style>main{top:0}@layer remotes.news;</style>');
});

test('a page is rendered once for all visitors; only its address and the variant that the site names distinguish it', async () => {
  await site.ask('/', { headers: { 'x-request-id': 'r1' } });
  for (const query of ['utm_source=mail', 'sent', 'a=1&sent', 'bread=rye', 'a=1&bread=rye'])
    await site.ask(`/?${query}`);
  for (const target of ['/news/1?bread=rye&sent', '/news/1', '/news/2', '/nothing', '/else'])
    await site.ask(target);
  expect(requested()).toMatchObject([
    { page: shop, requestId: 'r1' },
    { page: shop, input: { order: { accepted: true } }, requestId },
    { page: shop, input: { bread: 'rye' }, requestId },
    { page: { kind: 'story', params: { id: '1' } }, requestId },
    { page: { kind: 'story', params: { id: '2' } }, requestId },
    { page: { kind: 'unknown' }, requestId },
  ]);
});

test('a request that the site redirects renders nothing', async () => {
  const { status, headers } = await site.ask('/?bread=stone');
  expect([status, headers.location, headers['cache-control']]).toEqual([302, '/', 'no-store']);
  expect(requested()).toEqual([]);
});

test('a cached page is rendered again for another release set', async () => {
  site = await startBakery(undefined, { pollInterval: 20, pageFreshFor: 600_000 });
  const releaseSet = async () => (await site.ask('/')).headers['x-release-set'];
  const before = await releaseSet();
  site.teams.news.publish(VERSIONS[1]);
  while ((await releaseSet()) === before) await site.teams.news.untilAsked('/current.json');
  expect((await site.ask('/')).body.toString()).toContain(`content="${String(await releaseSet())}"`);
});

const LACKING = { failures: [{ id: 'shop/Window', stage: 'load', reason: '404' }] } as const;
const LACKS = ['shop/Window cannot be loaded: 404'];
const NOTICES = ['The API’s breads, no. 2, is left out: title is not a valid string'];
test.each([
  ['that lacks an island', LACKING, 200, NOT_SHARED, undefined, 2, LACKS],
  ['that lost its post', { ...LACKING, kind: 'lost' }, 503, NOT_SHARED, '5', 2, LACKS],
  ['without a post', { ...LACKING, kind: 'missing' }, 404, SHARED, undefined, 2, LACKS],
  ['with an invalid item from the API', { notices: NOTICES }, 200, SHARED, undefined, 1, NOTICES],
] as const)(
  'a page %s is logged, and cached only if it is whole',
  async (_, changes, expected, cacheControl, retryAfter, renders, logged) => {
    site.renderer()?.render.mockResolvedValueOnce(sampleRenderedPage('/', changes));
    const { status, headers } = await site.ask('/');
    expect(status).toBe(expected);
    expect([headers['cache-control'], headers['retry-after']]).toEqual([cacheControl, retryAfter]);
    expect(site.warn.mock.calls.flat()).toEqual(logged);
    await site.ask('/');
    expect(requested()).toHaveLength(renders);
  },
);

test.each([
  ['fails', new Error('hangs'), ['/ could not be rendered: hangs']],
  // Too frequent to log.
  ['is shed', new SaturatedError(), []],
])('a page whose rendering %s is an uncacheable 503 until the next request', async (_, error, logged) => {
  site.renderer()?.render.mockRejectedValueOnce(error);
  const { status, headers, body } = await site.ask('/');
  expect([status, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '5']);
  expect(body.toString()).not.toContain('hangs');
  expect(site.warn.mock.calls.flat()).toEqual(logged);
  expect((await site.ask('/')).status).toBe(200);
});

test('a browser with the current page gets a 304 with its headers; all others get the page', async () => {
  const { etag = '', 'content-security-policy': policy } = (await site.ask('/')).headers;
  const again = await site.ask('/', { headers: { 'if-none-match': `"other", ${etag}` } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  // A cache uses them: RFC 9110, section 15.4.5.
  const repeated = { etag, 'cache-control': SHARED, vary: 'Accept-Encoding' };
  expect(again.headers).toMatchObject({ ...repeated, 'content-security-policy': policy });
  expect((await site.ask('/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  const { headers } = await site.ask('/nothing');
  const missing = await site.ask('/nothing', { headers: { 'if-none-match': headers.etag ?? '' } });
  expect(missing.status).toBe(404);
});

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'br;q=0, gzip', gunzipSync],
  ['identity', 'deflate', (body: Buffer) => body],
] as const)('the encoding is %s for a browser that accepts %s', async (encoding, accepted, decode) => {
  const { headers, body } = await site.ask('/', { headers: { 'accept-encoding': accepted } });
  expect([headers['content-encoding'] ?? 'identity', headers.vary]).toEqual([encoding, 'Accept-Encoding']);
  expect(decode(body).toString()).toMatch(/^<!doctype html>/);
});

test('HEAD returns a page without its body', async () => {
  const headers = { 'accept-encoding': 'gzip', 'x-request-id': 'r1' };
  const [page, head] = [await site.ask('/', { headers }), await site.ask('/', { method: 'HEAD', headers })];
  expect([head.status, head.body.length]).toEqual([200, 0]);
  expect(head.headers).toEqual({ ...page.headers, date: expect.any(String) });
});
