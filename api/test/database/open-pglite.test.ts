import { cp, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openPglite } from '../../src/database/open-pglite';
import { run, serve, tokenOf } from '../support/api-process';
import { post } from '../support/build';
import { databasesForAll } from '../support/databases-for-all';
import { application } from '../support/payloads';

let dataDir = '';
const database = () => join(dataDir, 'db');
const RESTORE = 'To fix: restore it from a backup, or move it away to begin with an empty one';

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'api-embedded-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

test('a folder with other files is rejected by name, and not changed', async () => {
  await cp(databasesForAll().pglite, database(), { recursive: true });
  await rm(join(database(), 'PG_VERSION'));
  const before = await readdir(database(), { recursive: true });
  await expect(openPglite(database())).rejects.toThrow(
    `The embedded database in ${database()} can’t be opened: it is not empty, but holds no database (PG_VERSION is missing). ${RESTORE}`,
  );
  expect(await readdir(database(), { recursive: true })).toEqual(before);
});

test('a file instead of a folder is rejected by name', async () => {
  await writeFile(database(), '');
  await expect(openPglite(database())).rejects.toThrow(
    new RegExp(`^The embedded database in ${database()} can’t be opened: ENOTDIR`),
  );
});

// In separate processes: Jest cannot load PGlite.
test('damaged files are reported in one line: folder, PostgreSQL’s own reason and the fix', async () => {
  await cp(databasesForAll().pglite, database(), { recursive: true });
  await truncate(join(database(), 'global/pg_control'), 10);
  const rejected = run(['serve'], { DATA_DIR: dataDir });
  expect(await rejected.ended).toBe(1);
  expect(rejected.output()).toBe(
    `The embedded database in ${database()} can’t be opened: could not read file "global/pg_control": read 10 of 296. ${RESTORE}`,
  );
});

test('an interrupted first start leaves no partial database for the next one', async () => {
  await mkdir(database());
  await mkdir(join(`${database()}.new`, 'base'), { recursive: true });
  const started = run(['migrate'], { DATA_DIR: dataDir });
  expect(await started.ended).toBe(0);
  expect(await readdir(dataDir)).toEqual(['db']);
  expect(await readdir(database())).toContain('PG_VERSION');
});

test('an acknowledged submission survives a power cut, once', async () => {
  const disk = await mkdtemp(join(tmpdir(), 'api-disk-'));
  for (const folder of [dataDir, disk]) {
    await cp(databasesForAll().pglite, join(folder, 'db'), { recursive: true });
  }
  const recording = {
    RECORDED_DISK: disk,
    NODE_OPTIONS: `--require ${join(__dirname, '../support/disk.cjs')}`,
  };
  const api = await serve({ DATA_DIR: dataDir, ...recording });
  const sent = post({ ...application, ...(await tokenOf(api)) }, { 'idempotency-key': 'k' });
  expect((await fetch(`${api.origin}/api/jobs/apply`, sent)).status).toBe(201);
  api.child.kill('SIGKILL');
  await api.ended;

  // Only flushed data are left.
  const left = run(['submissions', '--csv', 'applications'], { DATA_DIR: disk });
  expect(await left.ended).toBe(0);
  expect(left.output().split(application.email)).toHaveLength(2);
  await rm(disk, { recursive: true });
});
