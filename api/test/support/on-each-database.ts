import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Database, OpenDatabase } from '../../src/database/database';
import { openPostgres } from '../../src/database/open-postgres';
import { postgresForAll } from './databases-for-all';
import { openPgliteInMemory } from './pglite-in-memory';

type Suite = (database: () => Database) => void;

/** Runs a suite on PGlite and on PostgreSQL. Every test begins with empty tables. */
export function onEachDatabase(suite: Suite): void {
  onPglite(suite);
  onPostgres((url) => {
    suiteOn(() => openPostgres(url()), suite);
  });
}

/** Runs a suite that is not about the database on PGlite alone. */
export function onPglite(suite: Suite): void {
  describe('on PGlite', () => {
    suiteOn(openPgliteInMemory, suite);
  });
}

/** Runs a suite on an empty database of its own in the run's PostgreSQL. */
export function onPostgres(suite: (url: () => string) => void): void {
  describe('on PostgreSQL', () => {
    let url = '';
    beforeAll(async () => {
      url = await createDatabase(postgresForAll().url);
    });
    suite(() => url);
  });
}

async function createDatabase(server: string): Promise<string> {
  const client = new Client({ connectionString: server });
  await client.connect();
  const name = `suite_${randomUUID().replaceAll('-', '')}`;
  // A copy of template1 would fail while anyone is connected to that.
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await client.end();
  return Object.assign(new URL(server), { pathname: name }).href;
}

function suiteOn(open: () => Promise<OpenDatabase>, suite: Suite): void {
  let opened: OpenDatabase | undefined;
  const database = () => {
    if (opened === undefined) throw new Error('The database is open only while tests run');
    return opened.database;
  };
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    await database().execute(sql`TRUNCATE applications, messages, deliveries`);
  });
  afterAll(() => opened?.close());
  suite(database);
}
