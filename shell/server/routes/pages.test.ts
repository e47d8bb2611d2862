/** @jest-environment node */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { sampleRenderedPage } from '../../testing/renderer';
import { later, startSite, type ServedSite } from '../../testing/site';

let site: ServedSite;
beforeEach(async () => {
  site = await startSite();
});

const asked = (of = site) => of.renderer()?.render.mock.calls.map(([request]) => request);
const page = { kind: 'home' };
const requestId: unknown = expect.stringMatching(/^[\da-f-]{36}$/);
const NOT_SHARED = 'private, no-cache';
const VARY = 'Accept-Encoding';
const SHARED = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';
const LACKING = { failures: [{ id: 'home/Team', stage: 'load', reason: '404' }] } as const;

test('a page is rendered once for all visitors, with the id of its request', async () => {
  const first = await site.ask('/', { headers: { 'x-request-id': 'r1' } });
  expect(first.headers['x-request-id']).toBe('r1');
  await Promise.all(
    ['/', '/?utm_source=mail', '/?sent=nothing', '/?service='].map((target) => site.ask(target)),
  );
  expect(asked()).toEqual([{ page, submission: null, requestId: 'r1' }]);
});

test('in queries, only the sent form and, on the home page, the chosen service make another page', async () => {
  const sent = { form: 'contact', accepted: true, values: {} };
  const targets = [
    '/?sent=contact',
    '/?a=1&service=smm',
    '/?service=smm&b=1',
    '/?service=analytics&sent=contact',
  ];
  for (const target of [...targets, '/blog/1?service=smm&sent=contact']) await site.ask(target);
  expect(asked()).toEqual([
    { page, submission: sent, requestId },
    { page, submission: null, service: 'smm', requestId },
    { page: { kind: 'post', params: { postId: '1' } }, submission: null, requestId },
  ]);
});

describe('a service that the contact form does not list', () => {
  const SERVICE = { title: 'SEO-просування', description: '', icon_url: '', features: [] };
  const target = `/?service=${encodeURIComponent(SERVICE.title)}&a=1`;

  test('makes a page if the API has it, or had it before it stopped responding; one request for many visitors', async () => {
    let isDown = false;
    const known = await startSite((_, response) => {
      response.writeHead(isDown ? 500 : 200).end(isDown ? '' : JSON.stringify([SERVICE]));
    });
    const statuses = async () =>
      (await Promise.all([target, target].map((each) => known.ask(each)))).map(({ status }) => status);
    expect(await statuses()).toEqual([200, 200]);
    expect(known.api.received.map(({ url }) => url)).toEqual(['/api/services']);
    expect(asked(known)).toEqual([{ page, submission: null, service: SERVICE.title, requestId }]);
    isDown = true;
    later(5_001);
    expect(await statuses()).toEqual([200, 200]);
  });

  test.each([
    ['made up', '[]'],
    ['unknown because the API is broken', '{}'],
  ])('leads to the home page if it is %s', async (_, answer) => {
    const unknown = await startSite((_request, response) => response.end(answer));
    const { status, headers } = await unknown.ask(target);
    expect([status, headers.location, headers['cache-control']]).toEqual([302, '/', 'no-store']);
    expect(asked(unknown)).toEqual([]);
  });
});

test('a browser with the current page gets a 304; one with another page, or without, gets the page', async () => {
  const { etag = '' } = (await site.ask('/')).headers;
  const again = await site.ask('/', { headers: { 'if-none-match': `"other", ${etag}` } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  // Headers that a 304 has to repeat: RFC 9110, section 15.4.5.
  expect(again.headers).toMatchObject({ etag, 'cache-control': SHARED, vary: VARY });
  expect((await site.ask('/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  const { headers } = await site.ask('/nothing');
  expect((await site.ask('/nothing', { headers: { 'if-none-match': headers.etag ?? '' } })).status).toBe(404);
});

test.each([
  ['a page that is not there may be shared', '/nothing', {}, SHARED],
  ['a page that lacks something is one visitor’s', '/', LACKING, NOT_SHARED],
  ['a lost post is one visitor’s', '/blog/1', { ...LACKING, kind: 'lost' }, NOT_SHARED],
] as const)('%s', async (_, target, changes, expected) => {
  site.renderer()?.render.mockResolvedValueOnce(sampleRenderedPage(target, changes));
  expect((await site.ask(target)).headers['cache-control']).toBe(expected);
});

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'br;q=0, gzip', gunzipSync],
  ['identity', 'deflate', (body: Buffer) => body],
] as const)('browsers get the encoding %s when they accept %s', async (encoding, accepted, decode) => {
  const { headers, body } = await site.ask('/', { headers: { 'accept-encoding': accepted } });
  expect([headers['content-encoding'] ?? 'identity', headers.vary]).toEqual([encoding, VARY]);
  expect(decode(body).toString()).toMatch(/^<!doctype html>/);
});

test('a page that cannot be rendered is a 503 notice with contact details, and must not be cached', async () => {
  site.renderer()?.render.mockRejectedValueOnce(new Error('hangs'));
  const { status, headers, body } = await site.ask('/');
  expect([status, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '5']);
  expect(body.toString()).toMatch(
    /<h1>Сторінка зараз не відкривається<\/h1>[^]*href="tel:\+\d+"[^]*href="mailto:/,
  );
  expect(body.toString()).not.toContain('hangs');
});
