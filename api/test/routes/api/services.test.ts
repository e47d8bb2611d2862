/** @jest-environment ./test/support/pglite-environment.ts */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { contentFolder } from '../../../src/content/content-folder';
import { build } from '../../support/build';
import { onEachDatabase, onEachFilledDatabase } from '../../support/on-each-database';

onEachFilledDatabase((database) => {
  test('spec 7: GET /api/services gives the services in the order of their file', async () => {
    const answer = await (await build(database()))('/api/services');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(JSON.parse(await readFile(join(contentFolder, 'services.json'), 'utf8')));
  });

  test('spec 3, service: price_from is absent, not null, where there is none', async () => {
    const { text } = await (await build(database()))('/api/services');
    expect(text).toContain('"price_from":14000');
    expect(text).not.toContain('null');
  });

  test('it may be cached for a minute, and is not sent again to those who have it', async () => {
    const ask = await build(database());
    const { headers } = await ask('/api/services');
    expect(headers.get('cache-control')).toMatch(/^public, max-age=60\b/);
    const again = await ask('/api/services', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

onEachDatabase((database) => {
  test('without content the list is empty', async () => {
    expect((await (await build(database()))('/api/services')).json).toEqual([]);
  });
});
