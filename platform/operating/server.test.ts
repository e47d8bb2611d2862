import { once } from 'node:events';
import { setImmediate as immediate } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import fastify, { LogController, type FastifyInstance, type onRequestAsyncHookHandler } from 'fastify';
import { Registry } from 'prom-client';
import { operatorPort, promptClose, pulled, requestIds, requests } from './server';

const open: FastifyInstance[] = [];
afterEach(() => Promise.all(open.splice(0).map((app) => app.close())));

/** A server that responds with its request's id, and the lines of its log. */
async function start(metricsPort?: number, registry = new Registry(), onRequest?: onRequestAsyncHookHandler) {
  const lines: unknown[] = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) };
  const app = fastify({
    ...requestIds,
    logger: { level: 'info', stream },
    logController: new LogController({ disableRequestLogging: true }),
  });
  open.push(app);
  if (onRequest) app.addHook('onRequest', onRequest);
  await app.register(promptClose);
  await app.register(requests, { fields: (reply) => ({ type: reply.getHeader('content-type') }) });
  await app.register(operatorPort, { port: metricsPort, host: '127.0.0.1', registry });
  const answered: string[] = [];
  app.get('/posts/:id', ({ id, url }) => {
    answered.push(url);
    return id;
  });
  app.get('/quiet', { logLevel: 'warn' }, () => '');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  lines.length = 0;
  const get = async (path: string, id?: string) => {
    const response = await fetch(origin + path, id === undefined ? {} : { headers: { 'x-request-id': id } });
    return { status: response.status, id: response.headers.get('x-request-id'), text: await response.text() };
  };
  const metrics = async () => (await fetch(`${String(app.operatorOrigin)}/metrics`)).text();
  return { app, origin, get, lines, answered, metrics };
}

test.each([
  ['from-the_Gateway-1', true],
  ['f'.repeat(64), true],
  ...[undefined, '', 'f'.repeat(65), 'a b', '<b>', 'olena@example.com'].map((sent) => [sent, false] as const),
] as const)('the id %s of a request is kept: %s; another replaces it otherwise', async (sent, isKept) => {
  const { get } = await start();
  const { id, text } = await get('/posts/1', sent);
  expect(id).toEqual(isKept ? sent : expect.stringMatching(/^[\da-f-]{36}$/));
  expect(text).toBe(id);
});

test('the log has one line for each response, without its query', async () => {
  const { get, lines } = await start();
  await get('/posts/1?name=Olena', 'r1');
  await get('/none?name=Olena', 'r2');
  // Not logged, because too frequent.
  await get('/quiet');
  const line = { msg: 'request', level: 30, method: 'GET', ms: expect.any(Number) };
  const type = 'text/plain; charset=utf-8';
  expect(lines).toMatchObject([
    { ...line, path: '/posts/1', status: 200, reqId: 'r1', type },
    { ...line, path: '/none', status: 404, reqId: 'r2' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/Olena|127\.0\.0\.1/);
});

test('a request of a disconnected client is dropped; others are unaffected', async () => {
  const client = new AbortController();
  let left: Promise<unknown> | undefined;
  const { origin, get, answered } = await start(undefined, undefined, async ({ url, socket }) => {
    if (url !== '/posts/gone') return;
    left = once(socket, 'close');
    client.abort();
    await left;
  });
  await expect(fetch(`${origin}/posts/gone`, { signal: client.signal })).rejects.toThrow('aborted');
  await left;
  expect([(await get('/posts/1')).status, answered]).toEqual([200, ['/posts/1']]);
});

test('a stopping server ends with its last response, before the connection’s keep-alive time is over', async () => {
  let closed: Promise<unknown> | undefined;
  const { app, get } = await start(undefined, undefined, async () => {
    closed = app.close();
    while (app.server.listening) await immediate();
  });
  expect(await get('/posts/last')).toMatchObject({ status: 200 });
  await closed;
}, 30_000);

test('requests are counted by route pattern and class of status; only the operator’s port shows the metrics, if set', async () => {
  const { get, metrics } = await start(0);
  for (const [path, status] of Object.entries({ '/posts/1': 200, '/posts/2': 200, '/metrics': 404 }))
    expect(await get(path)).toMatchObject({ status });
  const count = 'http_request_duration_seconds_count';
  expect(await metrics()).toContain(`${count}{method="GET",route="/posts/:id",status="2xx"} 2`);
  expect(await metrics()).toContain(`${count}{method="GET",route="unknown",status="4xx"} 1`);
  expect(await metrics()).toContain('process_resident_memory_bytes ');
  expect((await start()).app.operatorOrigin).toBeNull();
});

test('a metric with a getter is computed on each request for metrics', async () => {
  const registry = new Registry();
  let count = 1;
  pulled(registry, 'rejections_total', 'All', ['step'], () => [[{ step: 'verify' }, count]]);
  const { metrics } = await start(0, registry);
  expect(await metrics()).toContain('rejections_total{step="verify"} 1');
  count = 3;
  expect(await metrics()).toContain('rejections_total{step="verify"} 3');
});
