import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Database, OpenDatabase } from '../../src/database/database';
import { openPostgres } from '../../src/database/open-postgres';
import { databasesForAll } from './databases-for-all';

/** An empty database for one file in the run's PostgreSQL; available while tests run. */
export function emptyPostgres(): () => string {
  let url = '';
  beforeAll(async () => {
    const server = databasesForAll().postgres;
    const client = new Client({ connectionString: server });
    await client.connect();
    const name = `suite_${randomUUID().replaceAll('-', '')}`;
    // A copy of template1 would fail while a client is connected to it.
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
    await client.end();
    url = Object.assign(new URL(server), { pathname: name }).href;
  });
  return () => url;
}

/**
 * The same, migrated; every test starts with empty tables. Tests of the embedded database, whose queries are the same,
 * run in separate processes: `test/commands` and `test/database`.
 */
export function postgres(): () => Database {
  const url = emptyPostgres();
  let opened: OpenDatabase | undefined;
  beforeAll(async () => {
    opened = await openPostgres(url());
  });
  beforeEach(async () => {
    await opened?.database.execute(
      sql`TRUNCATE applications, messages, deliveries, trials, visit_counts, withdrawals, retentions`,
    );
  });
  afterAll(() => opened?.close());
  return () => {
    if (!opened) throw new Error('The database exists only while tests run');
    return opened.database;
  };
}
