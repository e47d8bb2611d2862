import { expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { bakeryServer } from '../../testing/bakery/server';
import { sampleReleaseSet } from '../../testing/release-set';
import { serverWith } from '../../testing/site';
import { errors } from './errors';

/** A server whose only route fails with this error. */
async function failing(error: object): Promise<FastifyInstance> {
  const engine = { live: () => ({ releaseSet: sampleReleaseSet() }) };
  const app = serverWith({ engine, pageParts: { site: bakeryServer() } });
  await app.register(errors);
  app.get('/*', () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), error);
  });
  return app;
}

test.each([
  [500, {}],
  [503, { statusCode: 503 }],
  [400, { statusCode: 400 }],
  [500, { statusCode: 200 }],
])('a failure with %i is the site’s notice for it, without the cause', async (status, error) => {
  const { statusCode, headers, body } = await (await failing(error)).inject('/news/1');
  expect([statusCode, headers['cache-control']]).toEqual([status, 'no-store']);
  expect(body).toContain(`<h1>Status ${String(status)}</h1>`);
  expect(body).not.toMatch(/ECONNREFUSED|10\.0\.0\.7|Error/);
});

test.each([
  ['/api/stories', '*/*', 'application/problem+json'],
  ['/api/order', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'text/html'],
  ['/', '*/*', 'text/html'],
])('a failure at %s with “Accept: %s” is %s', async (url, accept, type) => {
  const { headers, body } = await (await failing({})).inject({ url, headers: { accept } });
  expect(String(headers['content-type']).split(';')[0]).toBe(type);
  if (type.includes('json'))
    expect(JSON.parse(body)).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
});
