import { execFileSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { moveCommand } from '../../src/commands/move';
import { readEnvironment } from '../../src/config/environment';
import { openPostgres } from '../../src/database/open-postgres';
import { run } from '../support/api-process';
import { databasesForAll } from '../support/databases-for-all';
import { emptyPostgres } from '../support/on-postgres';

/** Rows of every kind, with characters that are easily lost; more messages than one batch. */
const ROWS = [
  `WITH one AS (
    INSERT INTO applications (name, email, phone, city, position, resume_text, idempotency_key, fingerprint, answered_at)
    VALUES ('Ївга "О’"\\', 'e', 'p', E'a\\n\\tb', '🦔', NULL, 'key', 'f', '2026-01-01T00:00:00.000001Z') RETURNING id
  ) INSERT INTO deliveries (kind, submission_id, channel, state, last_error)
    SELECT 'applications', id, 'webhook', 'dead', 'rejected' FROM one`,
  `INSERT INTO messages (name, email, phone, message, fingerprint, suspicion, created_at)
    SELECT 'n' || n, 'e', 'p', 'm', '', 'honeypot', now() - n * interval '1.000001 seconds' FROM generate_series(1, 501) AS n`,
  `INSERT INTO visit_counts (remote, version, at, what, count) VALUES ('blog', 'a', now(), 'visitors', 1)`,
  `INSERT INTO withdrawals (remote, version, reason) VALUES ('blog', 'a', 'it throws')`,
  `INSERT INTO retentions (removed_before) VALUES ('2025-01-01T00:00:00Z')`,
  `INSERT INTO secrets (name, value) VALUES ('sample', 'secret')`,
];

const TABLES = [
  ...['applications', 'deliveries', 'messages', 'retentions', 'secrets', 'trials'],
  ...['visit_counts', 'withdrawals'],
];
/** Every row of every table, with microseconds. */
const CONTENT = `${TABLES.map(
  (table) => `SELECT '${table}' AS name, to_jsonb(t)::text AS row FROM ${table} AS t`,
).join(' UNION ALL ')} ORDER BY 1, 2`;

const postgres = emptyPostgres();
const dataDir = temporaryFolder();

/** Runs statements on the embedded database in a process of its own: Jest cannot load PGlite. */
function embedded(...statements: string[]): unknown {
  const command = [join(__dirname, '../support/ask-embedded.mjs'), join(dataDir, 'db')];
  const input = JSON.stringify(statements);
  return JSON.parse(execFileSync(process.execPath, command, { input, encoding: 'utf8' }));
}

let client: Client;
const inPostgres = async (statement: string) => (await client.query<object>(statement)).rows;
const move = async () => {
  const moved = run(['move'], { DATA_DIR: dataDir, DATABASE_URL: postgres() });
  return { code: await moved.ended, output: moved.output() };
};
let before: unknown;

beforeAll(async () => {
  await cp(databasesForAll().pglite, join(dataDir, 'db'), { recursive: true });
  before = embedded(...ROWS, CONTENT);
  await (await openPostgres(postgres())).close();
  client = new Client({ connectionString: postgres(), options: '-c timezone=UTC' });
  await client.connect();
});
afterAll(() => client.end());

// One after the other on one folder and one database.
test('a move into a database with submissions fails, and changes nothing', async () => {
  await inPostgres(
    `INSERT INTO messages (name, email, phone, message, fingerprint) VALUES ('', '', '', '', '')`,
  );
  const there = await inPostgres(CONTENT);
  // The tables before it were already copied.
  const output = expect.stringContaining('messages has 1 rows there; move needs an empty database');
  expect(await move()).toEqual({ code: 1, output });
  expect(await inPostgres(CONTENT)).toEqual(there);
  await inPostgres('DELETE FROM messages');
});

test('a move copies every row, and keeps the originals', async () => {
  // As left by an API that was started on PostgreSQL before.
  await inPostgres(`
    INSERT INTO secrets (name, value) VALUES ('sample', 'other');
    INSERT INTO retentions (removed_before) VALUES (now());
    INSERT INTO visit_counts (remote, version, at, what, count) VALUES ('blog', 'b', now(), 'visitors', 9)`);
  expect(before).toHaveLength(507);
  const counts = TABLES.map((table) => `${table} ${{ messages: '501', trials: '0' }[table] ?? '1'}`);
  const output = expect.stringContaining(`Moved and compared: ${counts.join(', ')}\n`);
  expect(await move()).toEqual({ code: 0, output });
  expect(await inPostgres(CONTENT)).toEqual(before);
  expect(embedded(CONTENT)).toEqual(before);
});

test('without DATABASE_URL nothing is moved', async () => {
  await expect(moveCommand(readEnvironment({ DATA_DIR: dataDir }))).rejects.toThrow(
    'DATABASE_URL is not set',
  );
});
