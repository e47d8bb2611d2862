import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { submissionsCommand } from '../../src/commands/submissions';
import { readEnvironment } from '../../src/config/environment';
import { serve, tokenOf } from '../support/api-process';
import { post } from '../support/build';
import { databasesForAll } from '../support/databases-for-all';
import { application, message } from '../support/payloads';
import { written } from '../support/written';

// Through the process that has the embedded database open.
test('a person’s data is exported, then erased from every file of the embedded database; a dry run of the retention only counts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'api-people-'));
  await cp(databasesForAll().pglite, join(dataDir, 'db'), { recursive: true });
  const api = await serve({ DATA_DIR: dataDir });
  const command = (...args: string[]) =>
    written(() => submissionsCommand(readEnvironment({ DATA_DIR: dataDir }), args));
  /** Files of the data folder that contain a text. */
  const filesWith = async (text: string) => {
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const contents = await Promise.all(paths.map((path) => readFile(path)));
    return paths.filter((_, index) => contents[index]?.includes(text));
  };
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
  expect(await command('retention', '--dry-run')).toBe(
    'Older than 12 months, kept: applications 0, messages 0, deliveries 0\n',
  );
  await expect(command('export', 'olena')).rejects.toThrow('“olena” is not an e-mail address');
  api.child.kill('SIGKILL');
  await api.ended;
  await rm(dataDir, { recursive: true });
});
