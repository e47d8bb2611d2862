/** @jest-environment node */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { samplePost } from '../../testing/sample-document';
import { feeds } from './feeds';

const SITE = 'https://vidlunnia.example';
const API = 'http://api.example';
const MINUTE = 60_000;
const FEEDS = ['/sitemap.xml', '/rss.xml'];

let app: FastifyInstance;
const ask = jest.spyOn(globalThis, 'fetch');
let now = 0;
beforeEach(async () => {
  now = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  app = fastify();
  await app.register(feeds, { siteUrl: SITE, apiOrigin: API });
});
afterEach(async () => {
  ask.mockReset();
  await app.close();
});

const json =
  (value: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(value, { status }));
const idsAt = async (url: string) =>
  [...(await app.inject(url)).body.matchAll(/\/blog\/(\w+)</g)].map(([, id]) => id);

test.each([
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/rss.xml', 'application/rss+xml; charset=utf-8'],
])('%s is there for a minute', async (url, type) => {
  ask.mockImplementation(json([samplePost()]));
  const { statusCode, headers, body } = await app.inject(url);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'public, max-age=60' });
  expect(body).toContain(`${SITE}/blog/piat-kaviaren`);
  expect(ask).toHaveBeenCalledWith(`${API}/api/blog`, expect.anything());
});

test('one list serves all for a minute; when the API fails then, it stands for another one', async () => {
  ask.mockImplementationOnce(json([samplePost({ id: 'first' })]));
  await Promise.all([...FEEDS, ...FEEDS].map((url) => app.inject(url)));
  now = MINUTE - 1;
  expect(await idsAt('/sitemap.xml')).toEqual(['first']);
  now = MINUTE;
  ask.mockRejectedValueOnce(new Error('down'));
  expect(await idsAt('/sitemap.xml')).toEqual(['first']);
  now = 2 * MINUTE - 1;
  expect(await idsAt('/sitemap.xml')).toEqual(['first']);
  expect(ask).toHaveBeenCalledTimes(2);
  now = 2 * MINUTE;
  ask.mockImplementationOnce(json([samplePost({ id: 'second' })]));
  expect(await idsAt('/sitemap.xml')).toEqual(['second']);
});

test('a post that cannot be shown is left out, the others stay', async () => {
  ask.mockImplementation(json([samplePost({ id: 'good' }), { ...samplePost({ id: 'bad' }), title: null }]));
  expect(await idsAt('/sitemap.xml')).toEqual(['good']);
});

describe.each([
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ['responds with an error', json({ title: 'Недоступно', status: 503 }, 503)],
  ['responds with something else', json({ posts: [] })],
])('with an API that %s', (_, respond) => {
  test('feeds are not there for now, rather than empty; the next request asks again', async () => {
    ask.mockImplementationOnce(respond).mockImplementationOnce(respond);
    for (const url of FEEDS) {
      const { statusCode, headers, body } = await app.inject(url);
      expect([statusCode, body]).toEqual([503, '']);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '60' });
    }
    ask.mockImplementation(json([samplePost({ id: 'first' })]));
    expect(await idsAt('/rss.xml')).toEqual(['first', 'first']);
  });
});

test('robots may read everything and are shown the map, whatever the API does', async () => {
  const { statusCode, headers, body } = await app.inject('/robots.txt');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${SITE}/sitemap.xml\n`);
});
