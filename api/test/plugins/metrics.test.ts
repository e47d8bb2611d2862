import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { buildWithMetrics, post, tokenBy } from '../support/build';
import type { Channel } from '../../src/database/schema';
import { DeliveryError, type Deliver } from '../../src/delivery/delivery-worker';
import { message } from '../support/payloads';
import { postgres } from '../support/on-postgres';

const database = postgres();

test('a submission is delivered as soon as it is stored, and deliveries are counted', async () => {
  const delivered: unknown[] = [];
  const channels = new Map<Channel, Deliver>([
    ['staff', (letter) => Promise.resolve(void delivered.push(letter))],
    ['webhook', () => Promise.reject(new DeliveryError('gone', true))],
  ]);
  const { ask, askOperator } = await buildWithMetrics(database(), { channels });
  await ask('/api/contact', post({ ...message, ...(await tokenBy(ask)) }));
  const wanted = [
    'api_deliveries_total{channel="staff",outcome="delivered"} 1',
    'api_deliveries_total{channel="webhook",outcome="dead"} 1',
    'api_deliveries_undelivered{channel="webhook",state="dead"} 1',
  ];
  for (;;) {
    const lines = (await askOperator('/metrics')).text.split('\n');
    const isSettled = !lines.some((line) => /^api_deliveries_undelivered.*pending/.test(line));
    if (isSettled && wanted.every((line) => lines.includes(line))) break;
  }
  expect(delivered).toEqual([expect.objectContaining({ submission: expect.objectContaining(message) })]);
});

test('submissions and requests are counted, and requests keep their id', async () => {
  const { ask, askOperator } = await buildWithMetrics(database());
  const { headers } = await ask('/api/contact', post(message, { 'x-request-id': 'r1' }));
  expect(headers.get('x-request-id')).toBe('r1');
  await ask('/api/contact', post({}));
  const { text } = await askOperator('/metrics');
  for (const line of [
    'api_submissions_total{form="contact",outcome="accepted"} 1',
    'api_submissions_total{form="contact",outcome="rejected"} 1',
    'http_request_duration_seconds_count{method="POST",route="/api/contact",status="2xx"} 1',
  ])
    expect(text.split('\n')).toContain(line);
  expect((await ask('/metrics')).status).toBe(404);

  const read = (file: string) => readFileSync(resolve(__dirname, '../../..', file), 'utf8');
  const texts = read('docs/operating.md') + read('deploy/alerts.yaml');
  const known = new Set<string>(text.match(/(?<=^# TYPE )\w+/gm));
  const named = texts.match(/\bapi_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
