import { setImmediate as immediate } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { VISITS_PATH } from '@vidlunnia/releases/visits';
import { openPostgres } from '../src/database/open-postgres';
import { applications } from '../src/database/schema';
import { build, post } from './support/build';
import { emptyPostgres, postgres } from './support/on-postgres';
import { application } from './support/payloads';
import { startPostgres } from './support/postgres-server';

const database = postgres();
const url = emptyPostgres();
const UNAVAILABLE = { type: 'about:blank', title: 'Service Unavailable', status: 503 };

test('an internal failure gets 500 without details', async () => {
  const ask = await build(database());
  await database().execute(sql`ALTER TABLE applications RENAME TO hidden`);
  const { text, json } = await ask('/api/jobs/apply', post(application));
  await database().execute(sql`ALTER TABLE hidden RENAME TO applications`);
  expect(json).toEqual({ type: 'about:blank', title: 'Internal Server Error', status: 500 });
  expect(text).not.toMatch(/applications|insert|olena/i);
});

test('GET /api/openapi.json describes every call (specification, section 7)', async () => {
  const { json } = await (await build())('/api/openapi.json');
  for (const path of ['services', 'blog', 'blog/{id}', 'og/{id}.png'])
    expect(json).toHaveProperty(['paths', `/api/${path}`, 'get']);
  for (const path of ['jobs/apply', 'contact'])
    expect(json).toHaveProperty(['paths', `/api/${path}`, 'post']);
  expect(json).not.toHaveProperty(['paths', VISITS_PATH]);
  for (const name of ['JobApplication', 'ContactMessage', 'Problem', 'Service', 'Post'])
    expect(json).toHaveProperty(['components', 'schemas', name]);
});

test.each([
  ['GET', '/', 404, 'Not Found', null],
  ['GET', '/api', 404, 'Not Found', null],
  ['GET', '/api/%zz', 400, 'Bad Request', null],
  ['GET', '/api/contact', 405, 'Method Not Allowed', 'POST'],
  ['PUT', '/api/services', 405, 'Method Not Allowed', 'GET, HEAD'],
  ['PATCH', '/api/blog/kava', 405, 'Method Not Allowed', 'GET, HEAD'],
  ['OPTIONS', '/api/og/home.png', 405, 'Method Not Allowed', 'GET, HEAD'],
])('%s %s gets %i %s', async (method, path, status, title, allow) => {
  const request = method === 'GET' ? {} : { ...post('<x'), method };
  const { json, headers } = await (await build())(path, request);
  expect([json, headers.get('allow')]).toEqual([{ type: 'about:blank', title, status }, allow]);
});

test.each(['gzip', 'br', 'GZIP, identity'])('a body in the encoding %s gets 415', async (encoding) => {
  const sent = post(application, { 'content-encoding': encoding });
  const { json, headers } = await (await build())('/api/jobs/apply', sent);
  expect(json).toEqual({ type: 'about:blank', title: 'Unsupported Media Type', status: 415 });
  expect(headers.get('accept-encoding')).toBe('identity');
});

test('every response has the security headers and no data of other requests', async () => {
  const { headers } = await (await build())('/api/services');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('x-ratelimit-remaining')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
});

test('requests of one address per minute are limited, except health checks', async () => {
  const ask = await build(undefined, { requestsPerMinute: 1 });
  const from = (path: string, address: string) => ask(path, { headers: { 'x-forwarded-for': address } });
  expect((await from('/api/services', '192.0.2.1')).status).toBe(200);
  const { status, headers } = await from('/api/services', '192.0.2.1');
  expect([status, headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^[1-9]/)]);
  // There is no database here.
  expect((await from('/api/health', '192.0.2.1')).status).toBe(503);
  expect((await from('/api/services', '192.0.2.2')).status).toBe(200);
});

test.each([
  ['do not count if the API trusts it', 'loopback', [200, 200, 404]],
  ['count if not', '192.0.2.9', [200, 429, 429]],
])('the front door’s own requests for pages %s', async (_, trustProxy, expected) => {
  const ask = await build(undefined, { requestsPerMinute: 1, trustProxy });
  const statuses = [];
  for (const path of ['/api/services', '/api/blog', '/api/blog/nope'])
    statuses.push((await ask(path)).status);
  expect(statuses).toEqual(expected);
});

test('without the database, submissions get 503, never 201, and content is served; after its return all works again', async () => {
  const server = await startPostgres();
  const { database, close } = await openPostgres(server.url);
  const ask = await build(database);
  expect((await ask('/api/jobs/apply', post(application))).status).toBe(201);
  await server.kill();
  for (const { json, headers } of [await ask('/api/jobs/apply', post(application)), await ask('/api/health')])
    expect([json, headers.get('retry-after')]).toEqual([UNAVAILABLE, '5']);
  // A liveness probe of Kubernetes: it must not restart replicas that can still respond.
  expect((await ask('/api/openapi.json')).status).toBe(200);
  for (const path of ['/api/services', '/api/blog', '/api/blog/kava', '/api/og/home.png'])
    expect([path, (await ask(path)).status]).toEqual([path, 200]);
  await server.start();
  const { status, json, headers } = await ask('/api/health');
  expect([status, json, headers.get('cache-control')]).toEqual([200, { status: 'ok' }, 'no-store']);
  expect((await ask('/api/jobs/apply', post(application))).status).toBe(201);
  expect(await database.select().from(applications)).toHaveLength(2);
  await close();
  await server.remove();
});

test('health checks share one probe of a database that hangs, however long it takes', async () => {
  const pool = new Pool({ connectionString: url(), max: 1 });
  const only = await pool.connect();
  const query = jest.spyOn(pool, 'query');
  const probes = () => query.mock.calls.filter((call) => JSON.stringify(call).includes('health')).length;
  const ask = await build(drizzle(pool));
  const checks = [ask('/api/health')];
  while (probes() === 0) await immediate();
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  checks.push(ask('/api/health'));
  // Requests are handled in order.
  await ask('/api/openapi.json');
  const inTime = probes();
  clock.mockRestore();
  only.release();
  const statuses = (await Promise.all(checks)).map(({ status }) => status);
  await pool.end();
  expect([inTime, statuses]).toEqual([1, [200, 200]]);
});

test('with a read-only database, submissions and health get 503, and content is served', async () => {
  const { database, close } = await openPostgres(url());
  const readOnly = new Pool({ connectionString: url(), options: '-c default_transaction_read_only=on' });
  const ask = await build(drizzle(readOnly));
  for (const { json } of [await ask('/api/health'), await ask('/api/jobs/apply', post(application))])
    expect(json).toEqual(UNAVAILABLE);
  expect((await ask('/api/services')).status).toBe(200);
  expect(await database.$count(applications)).toBe(0);
  await Promise.all([close(), readOnly.end()]);
});
