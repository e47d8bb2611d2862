/** @jest-environment node */
import { afterEach, describe, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { startSite } from '../../testing/site';
import { errors } from './errors';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

const PAGE = 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8';

/** A server whose one route fails like this. */
async function failing(error: object): Promise<FastifyInstance> {
  app = fastify();
  await app.register(errors);
  app.get('/*', () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), error);
  });
  return app;
}

describe('what fails', () => {
  test.each([
    [500, {}, 'У нас щось зламалося'],
    [503, { statusCode: 503 }, 'Сторінка зараз не відкривається'],
    [413, { statusCode: 413 }, 'Забагато тексту'],
    [429, { statusCode: 429 }, 'Забагато спроб'],
    [400, { statusCode: 400 }, 'Цей запит ми не зрозуміли'],
    [500, { statusCode: 200 }, 'У нас щось зламалося'],
  ])('with %i is a page in words, without what went wrong', async (status, error, words) => {
    const { statusCode, headers, body } = await (await failing(error)).inject('/blog/1');
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      status,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(body).toContain(words);
    expect(body).toContain('<a href="/">');
    expect(body).not.toMatch(/ECONNREFUSED|10\.0\.0\.7|Error/);
  });

  test.each([
    ['/api/blog', '*/*', 'application/problem+json'],
    ['/-/releases', 'application/json', 'application/problem+json'],
    ['/assets/x.js', '*/*', 'application/problem+json'],
    ['/api/contact', PAGE, 'text/html; charset=utf-8'],
    ['/', '*/*', 'text/html; charset=utf-8'],
  ])('%s, asked for %s, is %s', async (url, accept, type) => {
    const { headers, body } = await (await failing({})).inject({ url, headers: { accept } });
    expect(String(headers['content-type']).replace(/(json); charset=utf-8/, '$1')).toBe(type);
    expect(body).not.toContain('ECONNREFUSED');
    if (type.includes('json'))
      expect(JSON.parse(body)).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
  });
});

describe('on the site', () => {
  test('a form that is too long for any field comes back as a page, with the policy of pages', async () => {
    const site = await startSite();
    const { status, headers, body } = await site.ask('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: PAGE },
      body: `message=${'а'.repeat(70_000)}`,
    });
    expect([status, headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body.toString()).toContain('скоротіть повідомлення');
  });

  test.each([
    ['POST', '/', 'text/html; charset=utf-8'],
    ['GET', '/assets/static/nothing.js', 'application/problem+json'],
    ['GET', '/remotes/blog/aaaaaaaaaaaa/client/nothing.js', 'application/problem+json'],
  ])('%s %s, which is not there, is no raw JSON', async (method, target, type) => {
    const site = await startSite();
    const { status, headers } = await site.ask(target, { method });
    expect([status, headers['content-type']?.replace(/(json); charset=utf-8/, '$1')]).toEqual([404, type]);
  });
});
