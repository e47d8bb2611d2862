/** @jest-environment node */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { sampleRenderedPage } from '../../testing/renderer';
import { startSite, type ServedSite } from '../../testing/site';

let site: ServedSite;
beforeEach(async () => {
  site = await startSite();
});

const asked = () => site.renderer()?.render.mock.calls.map(([request]) => request);
const requestId: unknown = expect.stringMatching(/^[\da-f-]{36}$/);
const NOT_SHARED = 'private, no-cache';
const VARY = 'Accept-Encoding, Save-Data';
const LACKING = { failures: [{ id: 'home/Team', stage: 'load', reason: '404' }] } as const;
const SHARED = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60';

describe('a page', () => {
  test('is rendered, and rendered once for all who request it', async () => {
    const bodies = await Promise.all(
      ['/', '/', '/'].map(async (target) => (await site.ask(target)).body.toString()),
    );
    for (const html of bodies) expect(html).toContain('<main id="main">/</main>');
    expect(asked()).toEqual([{ pathname: '/', submission: null, requestId }]);
  });

  test('is rendered under the id of its request, which is sent back', async () => {
    const { headers } = await site.ask('/', { headers: { 'x-request-id': 'r1' } });
    expect([headers['x-request-id'], asked()?.[0]?.requestId]).toEqual(['r1', 'r1']);
  });

  test('is the same whatever its query', async () => {
    await site.ask('/?utm_source=mail');
    await site.ask('/?sent=nothing');
    expect(asked()).toEqual([{ pathname: '/', submission: null, requestId }]);
  });

  test.each(['application', 'contact'])(
    'says that the %s form was accepted when its address does',
    async (form) => {
      await site.ask(`/?sent=${form}`);
      expect(asked()).toEqual([
        { pathname: '/', submission: { form, accepted: true, values: {} }, requestId },
      ]);
    },
  );

  test.each([
    ['/?service=smm', { service: 'smm' }],
    ['/?utm_source=mail&service=analytics', { service: 'analytics' }],
    ['/?service=seo', {}],
    ['/?service=', {}],
    ['/?service=smm&sent=contact', { submission: { form: 'contact', accepted: true, values: {} } }],
    ['/blog/1?service=smm', { pathname: '/blog/1' }],
  ])('at %s opens its form with the service that the form lists', async (target, request) => {
    await site.ask(target);
    expect(asked()).toEqual([{ pathname: '/', submission: null, requestId, ...request }]);
  });

  test('with a service is another page; whatever else is in the query makes none', async () => {
    for (const target of ['/?service=smm', '/?service=smm&b=1', '/?service=seo', '/?service=x', '/'])
      await site.ask(target);
    expect(asked()).toHaveLength(2);
  });

  test('other than the home page says nothing of a form', async () => {
    await site.ask('/blog/1?sent=contact');
    expect(asked()).toEqual([{ pathname: '/blog/1', submission: null, requestId }]);
  });
});

describe('caching', () => {
  test('a browser that has the page gets a 304, without its body', async () => {
    const { headers } = await site.ask('/');
    const again = await site.ask('/', { headers: { 'if-none-match': headers.etag ?? '' } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    // What a 304 has to repeat: RFC 9110, section 15.4.5.
    expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': SHARED, vary: VARY });
  });

  // RFC 9110, section 13.1.2: a list, a star, compared weakly. Proxies that compress make a tag weak.
  test.each<readonly [string, 'GET' | 'HEAD', (etag: string) => string]>([
    ['weak', 'GET', (etag) => `W/${etag.replace('W/', '')}`],
    ['strong', 'GET', (etag) => etag.replace('W/', '')],
    ['one of several', 'GET', (etag) => `"another", ${etag}`],
    ['any', 'GET', () => '*'],
    ['the same, by HEAD,', 'HEAD', (etag) => etag],
  ])('a tag that comes back as %s gets a 304', async (_, method, valueOf) => {
    const { etag = '' } = (await site.ask('/')).headers;
    const again = await site.ask('/', { method, headers: { 'if-none-match': valueOf(etag) } });
    expect(again.status).toBe(304);
  });

  test('a browser that has another one gets the page', async () => {
    const { status, body } = await site.ask('/', { headers: { 'if-none-match': '"other"' } });
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(0);
  });

  test('a browser that reloads past its cache gets the page', async () => {
    const { etag = '' } = (await site.ask('/')).headers;
    const headers = { 'if-none-match': etag, 'cache-control': 'no-cache' };
    expect((await site.ask('/', { headers })).status).toBe(200);
  });

  test('a page that is not there is never “not modified”', async () => {
    const { headers } = await site.ask('/nothing');
    const again = await site.ask('/nothing', { headers: { 'if-none-match': headers.etag ?? '' } });
    expect(again.status).toBe(404);
  });

  test.each([
    ['a page that is not there may be shared', '/nothing', {}, SHARED],
    ['a page that lacks something is one visitor’s', '/', LACKING, NOT_SHARED],
    ['a page that was late is one visitor’s', '/blog/1', { status: 503, ...LACKING } as const, NOT_SHARED],
    ['an error without a problem is one visitor’s', '/blog/1', { status: 503 } as const, NOT_SHARED],
  ])('%s', async (_, target, changes, expected) => {
    site.renderer()?.render.mockResolvedValueOnce(sampleRenderedPage(target, changes));
    expect((await site.ask(target)).headers['cache-control']).toBe(expected);
  });
});

describe('compression', () => {
  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0.5', 'gzip'],
    ['br;q=0.5', 'br'],
    ['gzip, br;q=0.2', 'gzip'],
    ['*', 'br'],
  ])('a browser that takes “%s” gets %s', async (accepted, encoding) => {
    const { headers, body } = await site.ask('/', { headers: { 'accept-encoding': accepted } });
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: VARY });
    const decode = encoding === 'br' ? brotliDecompressSync : gunzipSync;
    expect(decode(body).toString()).toMatch(/^<!doctype html>/);
    expect(Number(headers['content-length'])).toBe(body.length);
  });

  test.each(['', 'identity', 'deflate', 'zstd', 'br;q=0', 'gzip;q=0'])(
    'one that takes “%s” gets plain text',
    async (accepted) => {
      const { headers, body } = await site.ask('/', { headers: { 'accept-encoding': accepted } });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers['vary']).toBe(VARY);
      expect(body.toString()).toMatch(/^<!doctype html>/);
    },
  );
});

test('a page that cannot be rendered is 503 in words, with a way to reach the agency, kept by nobody', async () => {
  site.renderer()?.render.mockRejectedValueOnce(new Error('hangs'));
  const { status, headers, body } = await site.ask('/');
  expect([status, headers['cache-control'], headers['retry-after']]).toEqual([503, 'no-store', '5']);
  expect(body.toString()).toMatch(
    /<h1>Сторінка зараз не відкривається<\/h1>[^]*href="tel:\+\d+"[^]*href="mailto:/,
  );
  expect(body.toString()).not.toContain('hangs');
});
