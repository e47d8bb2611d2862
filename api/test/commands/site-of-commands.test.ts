import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { run } from '../support/api-process';
import { databasesForAll } from '../support/databases-for-all';
import { emptyPostgres } from '../support/on-postgres';

// A repository with settings, and the folder in it where npm runs the API's commands.
const root = temporaryFolder();
const api = join(root, 'api');
beforeAll(async () => {
  await mkdir(api);
  await mkdir(join(root, 'node_modules/@vidlunnia'), { recursive: true });
});
const settings = (text: string) => writeFile(join(root, '.env'), text);
const command = async (...args: readonly string[]) => {
  const { ended, output } = run(args, {}, api);
  return { code: await ended, output: output() };
};

const postgres = emptyPostgres();

test('a command uses the database of the settings in .env, by the path that npm start means, and names it', async () => {
  await cp(databasesForAll().pglite, join(root, 'own/db'), { recursive: true });
  await settings('DATA_DIR=own');
  const { code, output } = await command('submissions', 'erase', 'olena@example.com');
  expect(output).toContain(`Using the embedded database in ${join(root, 'own/db')}\n`);
  expect(code).toBe(0);
  expect(existsSync(join(root, '.data'))).toBe(false);
});

test.each([
  ['submissions'],
  ['submissions erase a@b.example'],
  ['submissions retention'],
  ['migrate'],
  ['move'],
])(
  '%s on a folder without a database fails with the folder and the setting, and creates nothing',
  async (line) => {
    await settings(`DATA_DIR=none\n${line === 'move' ? 'DATABASE_URL=postgres://x@127.0.0.1:1/x' : ''}`);
    expect(await command(...line.split(' '))).toEqual({
      code: 1,
      output: `There is no embedded database in ${join(root, 'none/db')}; set DATA_DIR or DATABASE_URL as the site has them`,
    });
    expect(existsSync(join(root, 'none'))).toBe(false);
  },
);

test('an operation on a PostgreSQL database without the site’s tables fails, and creates none; a leftover embedded one is named', async () => {
  await settings(`DATA_DIR=own\nDATABASE_URL=${postgres()}`);
  const { host, pathname } = new URL(postgres());
  const reason = `DATABASE_URL: ${host}${pathname} has no tables of the site; set it as the site has it`;
  expect(await command('submissions')).toEqual({ code: 1, output: reason });
  expect(await command('submissions')).toEqual({ code: 1, output: reason });
  expect((await command('migrate')).output).toMatch(/^Up to date: the database suite_\w+ of PostgreSQL at /);
  const { code, output } = await command('submissions', 'erase', 'olena@example.com');
  expect(output).toContain(
    `Not using the embedded database in ${join(root, 'own/db')}; remove it if it was moved`,
  );
  expect(code).toBe(0);
});
