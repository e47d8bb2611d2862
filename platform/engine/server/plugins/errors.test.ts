import { expect, test } from '@jest/globals';
import { OWNER } from '@vidlunnia/content';
import fastify, { type FastifyInstance } from 'fastify';
import { errors } from './errors';

/** A server whose only route fails with this error. */
async function failing(error: object): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(errors, { owner: () => OWNER });
  app.get('/*', () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), error);
  });
  return app;
}

test.each([
  [500, {}, 'У нас щось зламалося'],
  [503, { statusCode: 503 }, 'Сторінка зараз не відкривається'],
  [403, { statusCode: 403 }, 'Це надіслала інша сторінка'],
  [400, { statusCode: 400 }, 'Цей запит ми не зрозуміли'],
  [500, { statusCode: 200 }, 'У нас щось зламалося'],
])(
  'a failure with %i is a page with a message and contact details, without the cause',
  async (status, error, words) => {
    const { statusCode, headers, body } = await (await failing(error)).inject('/news/1');
    expect([statusCode, headers['cache-control']]).toEqual([status, 'no-store']);
    expect(body).toContain(`<h1>${words}</h1>`);
    expect(body).toMatch(/href="tel:\+\d+".*href="mailto:/);
    expect(body).not.toMatch(/ECONNREFUSED|10\.0\.0\.7|Error/);
  },
);

test.each([
  ['/api/news', '*/*', 'application/problem+json'],
  ['/api/contact', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'text/html'],
  ['/', '*/*', 'text/html'],
])('a failure at %s with “Accept: %s” is %s', async (url, accept, type) => {
  const { headers, body } = await (await failing({})).inject({ url, headers: { accept } });
  expect(String(headers['content-type']).split(';')[0]).toBe(type);
  if (type.includes('json'))
    expect(JSON.parse(body)).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
});
