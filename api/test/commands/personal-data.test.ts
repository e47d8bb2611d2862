import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { submissionsCommand } from '../../src/commands/submissions';
import { readEnvironment } from '../../src/config/environment';
import { serve } from '../support/api-process';
import { post } from '../support/build';
import { databasesForAll } from '../support/databases-for-all';
import { application, message } from '../support/payloads';
import { written } from '../support/written';
import { tokenOf } from '../support/token';

let dataDir = '';
let api: Awaited<ReturnType<typeof serve>>;

const command = (...args: string[]) =>
  written(() => submissionsCommand(readEnvironment({ DATA_DIR: dataDir }), args));

/** Files of the data folder that contain a text. */
async function filesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(dataDir, { recursive: true })) {
    const path = join(dataDir, name);
    if ((await stat(path)).isFile() && (await readFile(path)).includes(text)) found.push(name);
  }
  return found;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'api-people-'));
  await cp(databasesForAll().pglite, join(dataDir, 'db'), { recursive: true });
  api = await serve({ DATA_DIR: dataDir });
});

afterAll(async () => {
  api.child.kill('SIGKILL');
  await api.ended;
  await rm(dataDir, { recursive: true });
});

// Through the process that holds the embedded database.
test('a person’s data is exported, then erased from every file of the embedded database', async () => {
  await fetch(`${api.origin}/api/jobs/apply`, post({ ...application, ...(await tokenOf(api)) }));
  await fetch(`${api.origin}/api/contact`, post({ ...message, ...(await tokenOf(api)) }));
  expect(JSON.parse(await command('export', application.email))).toMatchObject({
    email: application.email,
    applications: [application],
    messages: [],
    deliveries: [],
  });
  expect(await filesWith(application.email)).not.toEqual([]);
  expect(await command('erase', application.email)).toBe(
    'Erased: applications 1, messages 0, deliveries 0\n',
  );
  expect(await filesWith(application.email)).toEqual([]);
  expect(await filesWith(application.name)).toEqual([]);
  expect(await command()).toMatch(/applications \(0\)[^]*messages \(1\)[^]*ihor@example\.com/);
});

test('a dry run of the retention only counts', async () => {
  expect(await command('retention', '--dry-run')).toBe(
    'Older than 12 months, kept: applications 0, messages 0, deliveries 0\n',
  );
});

test('only an e-mail address is taken for one', async () => {
  await expect(command('export', 'olena')).rejects.toThrow('“olena” is not an e-mail address');
});
