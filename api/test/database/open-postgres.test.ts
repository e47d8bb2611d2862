import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { unreachableOrigin } from '@vidlunnia/settings/testing/local-server';
import { sql } from 'drizzle-orm';
import { migrationsFolder } from '../../src/package-root';
import { isDurable } from '../../src/database/availability';
import { openPostgres } from '../../src/database/open-postgres';
import { emptyPostgres, postgres } from '../support/on-postgres';

test('an unreachable database is reported with its variable, without the password', async () => {
  const { host } = new URL(unreachableOrigin);
  await expect(openPostgres(`postgres://site:secret@${host}/site`)).rejects.toThrow(
    new RegExp(`^DATABASE_URL: no connection to the database: .*${host}$`),
  );
});

const url = emptyPostgres();
const database = postgres();

test('replicas that start together migrate once', async () => {
  const [one, ...others] = [
    openPostgres(url()),
    openPostgres(url()),
    openPostgres(url()),
    openPostgres(url()),
  ];
  const { database: migrated, close } = await one;
  const migrations = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));
  expect(await migrated.$count(sql`drizzle.__drizzle_migrations`)).toBe(migrations.length);
  await Promise.all([close(), ...others.map(async (other) => (await other).close())]);
});

test('each migration is later than the one before: an earlier one would be skipped', () => {
  const journal = join(migrationsFolder, 'meta/_journal.json');
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { readonly entries: { when: number }[] };
  const times = entries.map(({ when }) => when);
  expect(times).toEqual([...times].sort((one, other) => one - other));
});

test('a database whose commits may be lost in a power cut is recognised', async () => {
  // The tests’ own server runs with fsync off.
  expect(await isDurable(database())).toBe(false);
});
