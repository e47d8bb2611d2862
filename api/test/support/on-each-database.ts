import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { importContent } from '../../src/content/import-content';
import type { Database, OpenDatabase } from '../../src/database/database';
import { openPostgres } from '../../src/database/open-postgres';
import { postgresForAll } from './databases-for-all';
import { openPgliteInMemory } from './pglite-in-memory';

type Suite = (database: () => Database) => void;

/**
 * Runs a suite on PGlite and on PostgreSQL. Every test begins with empty tables, but for the link previews: an import
 * draws them again only when they do not fit.
 */
export function onEachDatabase(suite: Suite): void {
  onPglite(suite);
  onPostgres((url) => {
    suiteOn(() => openPostgres(url()), emptied(suite));
  });
}

/** Runs what is the same on both databases on the one that starts quicker. Every test begins as above. */
export function onPglite(suite: Suite): void {
  describe('on PGlite', () => {
    suiteOn(openPgliteInMemory, emptied(suite));
  });
}

/** Runs a suite on both databases with the content of the repository, which it only reads. */
export function onEachFilledDatabase(suite: Suite): void {
  describe('on PGlite', () => {
    suiteOn(openPgliteInMemory, filled(suite));
  });
  onPostgres((url) => {
    suiteOn(() => openPostgres(url()), filled(suite));
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

const emptied =
  (suite: Suite): Suite =>
  (database) => {
    beforeEach(async () => {
      await database().execute(sql`TRUNCATE services, posts, applications, messages`);
    });
    suite(database);
  };

const filled =
  (suite: Suite): Suite =>
  (database) => {
    beforeAll(() => importContent(database()));
    suite(database);
  };

function suiteOn(open: () => Promise<OpenDatabase>, suite: Suite): void {
  let opened: OpenDatabase | undefined;
  const database = () => {
    if (opened === undefined) throw new Error('The database is open only while tests run');
    return opened.database;
  };
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  suite(database);
}
