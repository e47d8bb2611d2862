import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { unreachableOrigin } from '@vidlunnia/http/testing';
import { sql } from 'drizzle-orm';
import { migrationsFolder } from '../../src/config/package-root';
import { isDurable } from '../../src/database/availability';
import { openPostgres } from '../../src/database/open-postgres';
import { emptyPostgres } from '../support/on-postgres';

test('an unreachable database is reported with its variable, without the password', async () => {
  const { host } = new URL(await unreachableOrigin());
  await expect(openPostgres(`postgres://site:secret@${host}/site`)).rejects.toThrow(
    new RegExp(`^DATABASE_URL: no connection to the database: .*${host}$`),
  );
});

const url = emptyPostgres();

const migrations = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));

test('replicas that start together migrate once', async () => {
  const replicas = await Promise.all([1, 2, 3, 4].map(() => openPostgres(url())));
  const [first] = replicas;
  const applied = await first?.database.execute(
    sql`SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations`,
  );
  expect(applied).toMatchObject({ rows: [{ n: migrations.length }] });
  await Promise.all(replicas.map(({ close }) => close()));
});

test('a database whose commits may be lost in a power cut is recognised', async () => {
  // The tests’ own server runs with fsync off.
  const { database, close } = await openPostgres(url());
  expect(await isDurable(database)).toBe(false);
  await close();
});
