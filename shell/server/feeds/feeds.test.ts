/** @jest-environment node */
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { askPosts } from './ask-posts';
import { feeds } from './feeds';
import { samplePost } from './sample-posts';

const SITE = 'https://vidlunnia.example';
const API = 'http://api.example';
const log = jest.fn();

let app: FastifyInstance | undefined;
afterEach(async () => {
  jest.restoreAllMocks();
  await app?.close();
});

/** The feeds over an API that responds to every request like this. */
async function open(respond: () => Promise<Response>): Promise<FastifyInstance> {
  jest.spyOn(globalThis, 'fetch').mockImplementation(respond);
  app = fastify();
  await app.register(feeds, { siteUrl: SITE, posts: () => askPosts(API, log) });
  return app;
}

const json =
  (value: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(value, { status }));

describe('with an API that responds', () => {
  test.each([
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/rss.xml', 'application/rss+xml; charset=utf-8'],
  ])('%s is there for a minute', async (url, type) => {
    const server = await open(json([samplePost()]));
    const { statusCode, headers, body } = await server.inject(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': 'public, max-age=60' });
    expect(body).toContain(`${SITE}/blog/piat-kaviaren`);
    expect(fetch).toHaveBeenCalledWith(`${API}/api/blog`, expect.anything());
  });
});

test('a post that cannot be shown is left out of the map and logged, the others stay', async () => {
  const server = await open(
    json([samplePost({ id: 'good' }), { ...samplePost({ id: 'bad' }), title: null }]),
  );
  const { statusCode, body } = await server.inject('/sitemap.xml');
  expect(statusCode).toBe(200);
  expect(body).toContain(`${SITE}/blog/good`);
  expect(body).not.toContain('bad');
  expect(log.mock.calls).toEqual([['The API’s posts, no. 2, is left out: its title is no text']]);
});

describe.each([
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ['responds with an error', json({ title: 'Недоступно', status: 503 }, 503)],
  ['responds with something else', json({ posts: [] })],
  ['responds with a date that is none', json([samplePost({ created_at: 'вчора' })])],
])('with an API that %s', (_, respond) => {
  test.each(['/sitemap.xml', '/rss.xml'])('%s is not there for now, rather than empty', async (url) => {
    const server = await open(respond);
    const { statusCode, headers, body } = await server.inject(url);
    expect(statusCode).toBe(503);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '60' });
    expect(body).toBe('');
  });
});

test('robots may read everything and are shown the map, whatever the API does', async () => {
  const server = await open(() => Promise.reject(new TypeError('fetch failed')));
  const { statusCode, headers, body } = await server.inject('/robots.txt');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${SITE}/sitemap.xml\n`);
});
