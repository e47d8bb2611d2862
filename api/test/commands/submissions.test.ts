import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { sql } from 'drizzle-orm';
import { moveCommand } from '../../src/commands/move';
import { submissionsCommand } from '../../src/commands/submissions';
import { readEnvironment } from '../../src/config/environment';
import { channelPath } from '../../src/database/claim-folder';
import { openPostgres } from '../../src/database/open-postgres';
import { runThere } from '../../src/submissions/channel';
import { run } from '../support/api-process';
import { databasesForAll } from '../support/databases-for-all';
import { emptyPostgres } from '../support/on-postgres';
import { written } from '../support/written';

const url = emptyPostgres();
const untouched = emptyPostgres();

test('a thousand rows are exported in parts: complete, in order, with one header', async () => {
  const { database, close } = await openPostgres(url());
  await database.execute(sql`
    INSERT INTO messages (created_at, name, email, phone, message, fingerprint)
    SELECT timestamptz '2026-01-01' + n * interval '1 microsecond', n, 'a@b', '1', 'x', ''
    FROM generate_series(1, 1200) AS n`);
  await close();
  const environment = readEnvironment({ DATABASE_URL: url() });
  const writes = await written(() => submissionsCommand(environment, ['--csv', 'messages']));
  expect(Math.max(...writes.map((text) => text.split('\r\n').length))).toBeLessThanOrEqual(502);
  const [header, ...lines] = writes.join('').split('\r\n');
  expect(header).toMatch(/^\uFEFFcreated_at,name,/);
  const numbers = lines.flatMap((line) => line.split(',')[1] ?? []).map(Number);
  expect(numbers).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
});

test('retention by hand says what it removes, and refuses a jump of the clock with the remedy', async () => {
  const environment = readEnvironment({ DATABASE_URL: url(), RETENTION_MONTHS: '1' });
  const retention = (...args: string[]) => submissionsCommand(environment, ['retention', ...args]);
  await expect(written(() => retention())).rejects.toThrow(
    /^1200 more submissions look older than 1 months, but are kept: .* add --today with the date of today$/,
  );
  const today = new Date().toISOString().slice(0, 10);
  const counts = 'applications 0, messages 1200, deliveries 0';
  const planned = new RegExp(`^Older than 1 months, created before 20\\S+Z: ${counts}\n$`);
  expect(await written(() => retention('--today', today, '--dry-run'))).toEqual([
    expect.stringMatching(planned),
  ]);
  expect(await written(() => retention('--today', today))).toEqual([
    expect.stringMatching(planned),
    `Removed: ${counts}\n`,
  ]);
});

test.each([
  ['a date', ['--since', 'yesterday'], '--since must be a date like 2026-11-21'],
  ['a table', ['--csv', 'visits'], '--csv must be one of applications, messages'],
  ['an address', ['export', 'olena'], '“olena” is not an e-mail address like olena@example.com'],
])('a word that is not %s is rejected before a database is opened', async (_, args, reason) => {
  const environment = readEnvironment({ DATA_DIR: 'none' });
  await expect(submissionsCommand(environment, args)).rejects.toThrow(reason);
});

test.each<[string, RequestListener, RegExp]>([
  ['hangs', () => undefined, /gave nothing for 0\.2 s/],
  ['hangs halfway', (_, response) => void response.write('Erased'), /gave nothing for 0\.2 s/],
  [
    'ends halfway',
    (_, response) => void response.write('Erased', () => response.destroy()),
    /^The running API did not do it \(aborted\); try again, or stop it first$/,
  ],
  ['starts or stops', (_, response) => void response.writeHead(503).end(), /responded with 503/],
])('a command whose API %s fails with the reason', async (_, listener, message) => {
  const folder = temporaryFolder();
  const server = createServer(listener).listen(channelPath(folder));
  await once(server, 'listening');
  await expect(runThere(folder, ['erase', 'a@b'], () => Promise.resolve(), 200)).rejects.toThrow(message);
  server.closeAllConnections();
  await once(server.close(), 'close');
});

// A repository with settings, and the folder in it where npm runs the API's commands.
const root = temporaryFolder();
const command = async (settings: string, ...args: readonly string[]) => {
  await mkdir(join(root, 'api'), { recursive: true });
  await mkdir(join(root, 'node_modules/@vidlunnia'), { recursive: true });
  await writeFile(join(root, '.env'), settings);
  const { ended, output } = run(args, {}, join(root, 'api'));
  return { code: await ended, output: output() };
};

test('a command uses the database of the settings in .env, by the path that npm start means, and names it', async () => {
  await cp(databasesForAll().pglite, join(root, 'own/db'), { recursive: true });
  expect(await command('DATA_DIR=own', 'submissions', 'erase', 'olena@example.com')).toEqual({
    code: 0,
    output: `Using the database ${join(root, 'own/db')}\nErased: applications 0, messages 0, deliveries 0`,
  });
  expect(existsSync(join(root, '.data'))).toBe(false);
});

test('on a folder without a database, each command fails with the folder and the setting, and creates nothing', async () => {
  const missing = join(root, 'none');
  const reason = `There is no embedded database in ${join(missing, 'db')}; set DATA_DIR or DATABASE_URL as the site has them`;
  const environment = readEnvironment({ DATA_DIR: missing });
  for (const args of [[], ['erase', 'a@b.example'], ['retention']])
    await expect(submissionsCommand(environment, args)).rejects.toThrow(reason);
  const databaseUrl = 'postgres://x@127.0.0.1:1/x';
  await expect(moveCommand({ ...environment, databaseUrl })).rejects.toThrow(reason);
  expect(await command('DATA_DIR=none', 'migrate')).toEqual({ code: 1, output: reason });
  expect(existsSync(missing)).toBe(false);
});

test('an operation on a PostgreSQL database without the site’s tables fails, and creates none; a leftover embedded one is named', async () => {
  const environment = readEnvironment({ DATABASE_URL: untouched(), DATA_DIR: join(root, 'own') });
  const { host, pathname } = new URL(untouched());
  const reason = `DATABASE_URL: ${host}${pathname} has no tables of the site; set it as the site has it`;
  for (let time = 0; time < 2; time++)
    await expect(submissionsCommand(environment, [])).rejects.toThrow(reason);
  const { output } = await command(`DATABASE_URL=${untouched()}`, 'migrate');
  expect(output).toMatch(/^Up to date: postgres(ql)?:\/\/[^@]*\/suite_\w+$/);
  const said = await written(() => submissionsCommand(environment, []), 'stderr');
  expect(said.join('')).toContain(
    `Not using the embedded one, ${join(root, 'own/db')}; remove it if it was moved`,
  );
});
