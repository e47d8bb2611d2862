import type { RequestListener } from 'node:http';
import { expect, jest, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import fastify, { LogController } from 'fastify';
import { VERSIONS } from '@vidlunnia/engine/testing/team-origin';
import { startSite } from '../../testing/site';
import { apiProxy } from './api';

const JSON_TYPE = { 'content-type': 'application/json' };

test.each([
  ['GET', '/api/blog/%D0%B0%2F%D0%B1?x=1', '', {}],
  ['POST', '/api/contact', '{"name":"Ігор"}', { ...JSON_TYPE, 'idempotency-key': 'k1' }],
  ['POST', '/api/services', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }],
  // The API decodes bodies.
  ['POST', '/api/contact', 'not really gzip', { ...JSON_TYPE, 'content-encoding': 'gzip' }],
])('the API gets %s %s with %j unchanged', async (method, target, body, headers) => {
  const site = await startSite();
  const expectation = method === 'POST' && { expect: '100-continue' };
  await site.ask(target, { method, body, headers: { ...headers, ...expectation } });
  expect(site.api.received).toMatchObject([{ method, url: target, body, headers }]);
  // Node has already responded.
  expect(site.api.received[0]?.headers).not.toHaveProperty('expect');
});

test('the API gets the request’s id, and the visitor sees only that id', async () => {
  const site = await startSite(({ headers }, response) =>
    response.setHeader('x-request-id', headers['x-request-id'] ?? '').end(),
  );
  const { headers } = await site.ask('/api/services', { headers: { 'x-request-id': 'olena@example.com' } });
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  expect(site.api.received[0]?.headers['x-request-id']).toBe(headers['x-request-id']);
});

test.each([
  ['the socket, whatever the visitor claims', null, {}, '127.0.0.1'],
  ['the proxy, ignoring the visitor’s own header', 'loopback', {}, '203.0.113.9'],
  ['the socket, even if `Connection` names the header', null, { connection: 'x-forwarded-for' }, '127.0.0.1'],
])('the API gets the visitor’s address from %s', async (_, trustProxy, more, learnt) => {
  const site = await startSite(undefined, { trustProxy });
  const headers = { ...more, 'x-forwarded-for': '198.51.100.7, 203.0.113.9' };
  await site.ask('/api/services', { headers });
  expect(site.api.received[0]?.headers['x-forwarded-for']).toBe(learnt);
});

// A query distinguishes them from the shell's own requests.
test.each([
  ['/internal/visits?a', 404],
  ['/api/../internal/visits?a', 400],
  ['/api/%2e%2e/internal/visits?a', 400],
  ['/api/..%2finternal/visits?a', 400],
])('a visitor’s POST %s never reaches the API', async (target, status) => {
  const site = await startSite();
  const sent = await site.ask(target, { method: 'POST', body: '{}', headers: JSON_TYPE });
  expect([sent.status, site.api.received]).toEqual([status, []]);
});

test.each<[string, RequestListener]>([
  ['is missing', (request) => request.socket.destroy()],
  [
    'breaks off',
    (request, response) => {
      response.writeHead(201, { 'content-length': '9', 'cache-control': 'max-age=9', etag: '"1"' });
      response.write('{"id"', () => request.socket.destroy());
    },
  ],
])('a response that %s is a 502 without a reason; the API gets a submission once', async (_, answer) => {
  const site = await startSite(answer);
  const { status, headers, body } = await site.ask('/api/contact', { method: 'POST', body: '{}' });
  const problem = { type: 'about:blank', title: 'Bad Gateway', status: 502 };
  expect([status, headers.etag, JSON.parse(body.toString())]).toEqual([502, undefined, problem]);
  expect(headers['cache-control'] ?? 'no-store').toBe('no-store');
  expect(site.api.received).toHaveLength(1);
});

const NO_PREVIEW = { getter: () => ({ versions: {}, headers: {} }) };

test('a 503 of the API is passed on without a retry, and the proxy logs nothing', async () => {
  const { origin, received } = await startLocalServer((_, response) => response.writeHead(503).end());
  const write = jest.fn();
  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ logger: { stream: { write } }, logController });
  app.decorateRequest('preview', NO_PREVIEW);
  await app.register(apiProxy, { apiOrigin: origin });
  const { statusCode } = await app.inject('/api/health');
  await app.close();
  expect([statusCode, received.length, write.mock.calls]).toEqual([503, 1, []]);
});

test('the API’s responses get the site’s headers; what another site’s page sends does not reach the API', async () => {
  const policy = { 'Content-Security-Policy': "default-src 'self'" };
  const site = await startSite((_, response) => response.writeHead(200, policy).end('{}'));
  const { status, headers } = await site.ask('/api/services');
  expect([status, headers['content-security-policy']]).toEqual([
    200,
    "default-src 'none';frame-ancestors 'none'",
  ]);
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  for (const own of [JSON_TYPE, { 'content-type': 'application/x-www-form-urlencoded' }])
    expect((await site.ask('/api/contact', { method: 'POST', headers: { ...own, ...foreign } })).status).toBe(
      403,
    );
  expect(site.api.received).toHaveLength(1);
});

test('the API learns from a preview, and not from its cookie or claims, about drafts and trials', async () => {
  const site = await startSite();
  const claimed = { 'x-content-version': VERSIONS[1], 'x-trial-until': '9999999999' };
  const draft = site.teams.home.token({ remote: 'content' });
  const until = draft.split('.')[2];
  for (const cookie of ['', `preview=${draft}`])
    await site.ask('/api/contact', { method: 'POST', headers: { ...claimed, cookie }, body: '{}' });
  const ofPreview = ['x-content-version', 'x-trial-until', 'cookie'];
  expect(site.api.received.map(({ headers }) => ofPreview.map((name) => headers[name]))).toEqual([
    [undefined, undefined, undefined],
    [VERSIONS[1], until, undefined],
  ]);
});

test('an API that hangs is 504 at the deadline', async () => {
  const { origin } = await startLocalServer(() => undefined);
  const app = fastify();
  app.decorateRequest('preview', NO_PREVIEW);
  await app.register(apiProxy, { apiOrigin: origin, timeoutMs: 100 });
  const { statusCode, body } = await app.inject('/api/services');
  await app.close();
  expect([statusCode, JSON.parse(body)]).toMatchObject([504, { title: 'Gateway Timeout' }]);
});
