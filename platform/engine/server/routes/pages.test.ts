import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { sampleRenderedPage } from '../../testing/renderer';
import { startBakery, type ServedBakery } from '../../testing/bakery/start';
import { later } from '../../testing/site';
import { VERSIONS } from '../../testing/team-origin';
import { SaturatedError } from '../render/supervised-worker';

const SHARED = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';
const NOT_SHARED = 'private, no-cache';

let site: ServedBakery;
beforeEach(async () => {
  site = await startBakery();
});

const requested = () => site.renderer()?.render.mock.calls.map(([request]) => request);
const home = { kind: 'shop' };
const requestId: unknown = expect.stringMatching(/^[\da-f-]{36}$/);

test('a page has the rendered HTML and its used styles', async () => {
  const html = (await site.ask('/news/1')).body.toString();
  expect(html).toContain('<div id="root"><main id="main">/news/1</main></div>');
  expect(html).toContain('<style>main{top:0}@layer remotes.news;</style>');
});

test('a page is rendered once for all visitors; only a sent form and, on the home page, a chosen service distinguish it', async () => {
  await site.ask('/', { headers: { 'x-request-id': 'r1' } });
  for (const query of ['utm_source=mail', 'sent=nothing', 'service=', 'sent=contact', 'sent=contact&a=1'])
    await site.ask(`/?${query}`);
  for (const query of ['a=1&service=smm', 'service=smm&b=1', 'service=analytics&sent=contact'])
    await site.ask(`/?${query}`);
  for (const target of ['/news/1?service=smm&sent=contact', '/news/1/', '/news/2', '/nothing', '/else'])
    await site.ask(target);
  const submission = { form: 'contact', accepted: true, values: {} };
  expect(requested()).toEqual([
    { page: home, submission: null, requestId: 'r1' },
    { page: home, submission, requestId },
    { page: home, submission: null, service: 'smm', requestId },
    { page: { kind: 'story', params: { id: '1' } }, submission: null, requestId },
    { page: { kind: 'story', params: { id: '2' } }, submission: null, requestId },
    { page: { kind: 'unknown' }, submission: null, requestId },
  ]);
});

test('a cached page is rendered again for another release set', async () => {
  site = await startBakery(undefined, { pollInterval: 5, pageFreshFor: 600_000 });
  const releaseSet = async () => (await site.ask('/')).headers['x-release-set'];
  const before = await releaseSet();
  site.teams.news.publish(VERSIONS[1]);
  while ((await releaseSet()) === before) await site.teams.news.untilAsked('/current.json');
  expect((await site.ask('/')).body.toString()).toContain(`content="${String(await releaseSet())}"`);
});

const LACKING = { failures: [{ id: 'shop/Window', stage: 'load', reason: '404' }] } as const;
const LACKS = ['shop/Window cannot be loaded: 404'];
const NOTICES = ['The API’s services, no. 2, is left out: title is not a valid string'];
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

describe('a service that the contact form does not list', () => {
  const SERVICE = { title: 'SEO-просування', description: '', icon_url: '', features: [] };
  const target = `/?service=${encodeURIComponent(SERVICE.title)}&a=1`;

  test('has a page if the API’s last response has it; many visitors share one request', async () => {
    let isDown = false;
    site = await startBakery((_, response) => {
      response.writeHead(isDown ? 500 : 200).end(isDown ? '' : JSON.stringify([SERVICE]));
    });
    const statuses = async () =>
      (await Promise.all([target, target].map((each) => site.ask(each)))).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200]);
    expect(site.api.received.map(({ url }) => url)).toEqual(['/api/services']);
    expect(requested()).toEqual([{ page: home, submission: null, service: SERVICE.title, requestId }]);
    isDown = true;
    later(5_001);
    expect(await statuses()).toEqual([200, 200]);
  });

  test.each([
    ['made up', '[]'],
    ['unknown because the API is broken', '{}'],
  ])('redirects to the home page if it is %s', async (_, answer) => {
    site = await startBakery((_request, response) => response.end(answer));
    const { status, headers } = await site.ask(target);
    expect([status, headers.location, headers['cache-control']]).toEqual([302, '/?a=1', 'no-store']);
    expect(requested()).toEqual([]);
  });
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
