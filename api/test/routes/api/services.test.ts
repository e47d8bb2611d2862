import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { contentFolder } from '../../../src/config/package-root';
import { build } from '../../support/build';

test('spec 7: GET /api/services gives the services in the order of their file', async () => {
  const response = await (await build())('/api/services');
  expect(response.status).toBe(200);
  expect(response.json).toEqual(JSON.parse(await readFile(join(contentFolder, 'services.json'), 'utf8')));
});

test('spec 3, service: price_from is absent, not null, where there is none', async () => {
  const { text } = await (await build())('/api/services');
  expect(text).toContain('"price_from":14000');
  expect(text).not.toContain('null');
});

test('it may be cached for a minute, and is not sent again to those who have it', async () => {
  const ask = await build();
  const { headers } = await ask('/api/services');
  expect(headers.get('cache-control')).toMatch(/^public, max-age=60\b/);
  const again = await ask('/api/services', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
  expect([again.status, again.text]).toEqual([304, '']);
});
