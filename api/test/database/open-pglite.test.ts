import { cp, readdir, rm, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { openPglite } from '../../src/database/open-pglite';
import { run } from '../support/api-process';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { databasesForAll } from '../support/databases-for-all';

const template = databasesForAll().pglite;
let dataDir = '';
let database = '';
const RESTORE = 'To fix: restore it from a backup, or move it away to begin with an empty one';

beforeEach(async () => {
  dataDir = temporaryFolder();
  database = join(dataDir, 'db');
  await cp(template, database, { recursive: true });
});

test('a folder with other files, or a file, is rejected by name, and not changed', async () => {
  await rm(join(database, 'PG_VERSION'));
  const before = await readdir(database, { recursive: true });
  await expect(openPglite(database)).rejects.toThrow(
    `The embedded database in ${database} can’t be opened: it is not empty, but holds no database (PG_VERSION is missing). ${RESTORE}`,
  );
  expect(await readdir(database, { recursive: true })).toEqual(before);
  const file = join(database, 'global/pg_control');
  await expect(openPglite(file)).rejects.toThrow(`The embedded database in ${file} can’t be opened: ENOTDIR`);
});

// In separate processes: Jest cannot load PGlite.
test('damaged files are reported in one line: folder, PostgreSQL’s own reason and the fix', async () => {
  await truncate(join(database, 'global/pg_control'), 10);
  const rejected = run(['serve'], { DATA_DIR: dataDir });
  expect(await rejected.ended).toBe(1);
  expect(rejected.output()).toBe(
    `The embedded database in ${database} can’t be opened: could not read file "global/pg_control": read 10 of 296. ${RESTORE}`,
  );
});

test('an interrupted first start leaves no partial database for the next one', async () => {
  // The next one has made the template.
  expect(await readdir(dirname(template))).toEqual(['db']);
  expect(await readdir(template)).toContain('PG_VERSION');
});
