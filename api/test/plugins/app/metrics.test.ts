/** @jest-environment ./test/support/pglite-environment.ts */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { buildWithMetrics, post } from '../../support/build';
import { message } from '../../support/payloads';
import { openPgliteInMemory } from '../../support/pglite-in-memory';

test('submissions and requests are counted, and requests keep their id', async () => {
  const { database } = await openPgliteInMemory();
  const { ask, askOperator } = await buildWithMetrics(database);
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

  const document = readFileSync(resolve(__dirname, '../../../../docs/operating.md'), 'utf8');
  const known = new Set<string>(text.match(/(?<=^# TYPE )\w+/gm));
  const named = document.match(/\bapi_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
