import { afterEach, expect, test } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { Counter, Registry } from 'prom-client';
import { operatorPort, pulled } from './metrics';

const open: FastifyInstance[] = [];
afterEach(() => Promise.all(open.splice(0).map((app) => app.close())));

async function start(port: number | undefined, registry = new Registry()) {
  const app = fastify();
  open.push(app);
  await app.register(operatorPort, { port, host: '127.0.0.1', registry });
  app.get('/posts/:id', () => '');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { origin, operatorOrigin: app.operatorOrigin };
}
const metricsAt = async (origin: string | null) => (await fetch(`${String(origin)}/metrics`)).text();

test('requests are counted by route pattern and class of status; only the operator’s port shows it', async () => {
  const { origin, operatorOrigin } = await start(0);
  const statuses: number[] = [];
  for (const path of ['/posts/1', '/posts/2', '/metrics']) statuses.push((await fetch(origin + path)).status);
  expect(statuses).toEqual([200, 200, 404]);
  const metrics = await metricsAt(operatorOrigin);
  const count = 'http_request_duration_seconds_count';
  expect(metrics).toContain(`${count}{method="GET",route="/posts/:id",status="2xx"} 2`);
  expect(metrics).toContain(`${count}{method="GET",route="unknown",status="4xx"} 1`);
  expect(metrics).toContain('process_resident_memory_bytes ');
});

test('without a port nothing listens', async () => {
  expect((await start(undefined)).operatorOrigin).toBeNull();
});

test('a pulled metric is computed on each request for metrics', async () => {
  const registry = new Registry();
  let count = 1;
  pulled(registry, Counter, 'rejections_total', 'All', ['step'], () => [[{ step: 'verify' }, count]]);
  const { operatorOrigin } = await start(0, registry);
  expect(await metricsAt(operatorOrigin)).toContain('rejections_total{step="verify"} 1');
  count = 3;
  expect(await metricsAt(operatorOrigin)).toContain('rejections_total{step="verify"} 3');
});
