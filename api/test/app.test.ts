import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate as immediate } from 'node:timers/promises';
import { expect, jest, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { VISITS_PATH } from '@vidlunnia/releases/visits';
import { openPostgres } from '../src/database/open-postgres';
import { applications, type Channel } from '../src/database/schema';
import { DeliveryError, type Deliver } from '../src/delivery/delivery-worker';
import { build, post, tokenBy } from './support/build';
import { emptyPostgres, postgres } from './support/on-postgres';
import { application, message } from './support/payloads';
import { startPostgres } from './support/postgres-server';

const database = postgres();
const url = emptyPostgres();
const problem = (status: number, title: string) => ({ type: 'about:blank', title, status });
const UNAVAILABLE = problem(503, 'Service Unavailable');

test('an internal failure gets 500 without details', async () => {
  const ask = await build(database());
  await database().execute(sql`ALTER TABLE applications RENAME TO hidden`);
  const { json } = await ask('/api/jobs/apply', post(application));
  await database().execute(sql`ALTER TABLE hidden RENAME TO applications`);
  expect(json).toEqual(problem(500, 'Internal Server Error'));
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
  ['GET', '/api', problem(404, 'Not Found')],
  // Metrics are on the operator's port, if there is one.
  ['GET', '/metrics', problem(404, 'Not Found')],
  ['GET', '/api/%zz', problem(400, 'Bad Request')],
  ['PUT', '/api/services', problem(404, 'Not Found')],
])('%s %s gets %j', async (method, path, expected) => {
  expect((await (await build())(path, { method })).json).toEqual(expected);
});

test('every response has the security headers and no data of other requests', async () => {
  const { headers } = await (await build())('/api/services');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('x-ratelimit-remaining')).toBeNull();
  expect(headers.get('x-powered-by')).toBeNull();
});

const FROM_VISITOR = '192.0.2.1';
test.each([
  ['a visitor', 'loopback', FROM_VISITOR, [200, 429, 429]],
  ['the front door, if the API trusts it', 'loopback', undefined, [200, 200, 404]],
  ['the front door, if the API does not trust it', '192.0.2.9', undefined, [200, 429, 429]],
])('with one request a minute, %s', async (_, trustProxy, address, expected) => {
  const ask = await build(undefined, { requestsPerMinute: 1, trustProxy });
  const headers = address === undefined ? {} : { 'x-forwarded-for': address };
  const answers = [];
  for (const path of ['services', 'blog', 'blog/nope']) answers.push(await ask(`/api/${path}`, { headers }));
  expect(answers.map(({ status }) => status)).toEqual(expected);
  for (const answer of answers)
    if (answer.status === 429) expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/);
  // Health checks are not limited (there is no database here), nor is anybody else.
  expect((await ask('/api/health', { headers })).status).toBe(503);
  if (address !== undefined)
    expect((await ask('/api/services', { headers: { 'x-forwarded-for': '192.0.2.2' } })).status).toBe(200);
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
  for (const path of ['openapi.json', 'services', 'blog', 'blog/kava', 'og/home.png'])
    expect([path, (await ask(`/api/${path}`)).status]).toEqual([path, 200]);
  await server.start();
  const { json, headers } = await ask('/api/health');
  expect([json, headers.get('cache-control')]).toEqual([{ status: 'ok' }, 'no-store']);
  expect((await ask('/api/jobs/apply', post(application))).status).toBe(201);
  expect(await database.$count(applications)).toBe(2);
  await close();
  await server.remove();
});

test('health checks share one probe of a database that hangs', async () => {
  const pool = new Pool({ connectionString: url(), max: 1 });
  const only = await pool.connect();
  const query = jest.spyOn(pool, 'query');
  const probes = () => query.mock.calls.filter((call) => JSON.stringify(call).includes('health')).length;
  const ask = await build(drizzle(pool));
  const checks = [ask('/api/health')];
  while (probes() === 0) await immediate();
  checks.push(ask('/api/health'));
  // Requests are handled in order.
  await ask('/api/openapi.json');
  const shared = probes();
  only.release();
  const statuses = (await Promise.all(checks)).map(({ status }) => status);
  await pool.end();
  expect([shared, statuses]).toEqual([1, [200, 200]]);
});

test('with a read-only database, submissions and health get 503', async () => {
  const { database, close } = await openPostgres(url());
  const readOnly = new Pool({ connectionString: url(), options: '-c default_transaction_read_only=on' });
  const ask = await build(drizzle(readOnly));
  for (const { json } of [await ask('/api/health'), await ask('/api/jobs/apply', post(application))])
    expect(json).toEqual(UNAVAILABLE);
  expect(await database.$count(applications)).toBe(0);
  await Promise.all([close(), readOnly.end()]);
});

test('a submission is delivered as soon as it is stored; requests and deliveries are counted by the names of documents and alerts', async () => {
  const delivered: unknown[] = [];
  const channels = new Map<Channel, Deliver>([
    ['staff', (letter) => Promise.resolve(void delivered.push(letter))],
    ['webhook', () => Promise.reject(new DeliveryError('gone', { isFinal: true }))],
  ]);
  const ask = await build(database(), { channels, metricsPort: 0 });
  const form = post({ ...message, ...(await tokenBy(ask)) }, { 'x-request-id': 'r1' });
  expect((await ask('/api/contact', form)).headers.get('x-request-id')).toBe('r1');
  const wanted = [
    'http_request_duration_seconds_count{method="POST",route="/api/contact",status="2xx"} 1',
    'api_deliveries_total{channel="staff",outcome="delivered"} 1',
    'api_deliveries_total{channel="webhook",outcome="dead"} 1',
    'api_deliveries_undelivered{channel="webhook",state="dead"} 1',
  ];
  let text = '';
  const isSettled = () =>
    !/^api_deliveries_undelivered.*pending/m.test(text) && wanted.every((line) => text.includes(`${line}\n`));
  do ({ text } = await ask('/metrics'));
  while (!isSettled());
  expect(delivered).toEqual([expect.objectContaining({ submission: expect.objectContaining(message) })]);

  const read = (file: string) => readFileSync(resolve(__dirname, '../..', file), 'utf8');
  const known = new Set<string>(text.match(/(?<=^# TYPE )\w+/gm));
  const named = (read('docs/operating.md') + read('deploy/alerts.yaml')).match(/\bapi_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
