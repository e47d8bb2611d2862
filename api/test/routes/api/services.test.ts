/** @jest-environment ./test/support/pglite-environment.ts */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { contentFolder } from '../../../src/content/content-folder';
import { importContent } from '../../../src/content/import-content';
import { build } from '../../support/build';
import { onEachDatabase } from '../../support/on-each-database';

onEachDatabase((database) => {
  test('spec 7: GET /api/services gives the services in the order of their file', async () => {
    await importContent(database());
    const answer = await (await build(database()))('/api/services');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual(JSON.parse(await readFile(join(contentFolder, 'services.json'), 'utf8')));
  });

  test('spec 3, service: price_from is absent, not null, where there is none', async () => {
    await importContent(database());
    const { text } = await (await build(database()))('/api/services');
    expect(text).toContain('"price_from":14000');
    expect(text).not.toContain('null');
  });

  test('without content the list is empty', async () => {
    expect((await (await build(database()))('/api/services')).json).toEqual([]);
  });

  test('it may be cached for a minute, and is not sent again to those who have it', async () => {
    await importContent(database());
    const ask = await build(database());
    const { headers } = await ask('/api/services');
    expect(headers.get('cache-control')).toMatch(/^public, max-age=60\b/);
    const again = await ask('/api/services', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});
