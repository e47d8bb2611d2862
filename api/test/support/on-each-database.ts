import { afterAll, beforeAll, beforeEach, describe, jest, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Database, OpenDatabase } from '../../src/database/database';
import { openPostgres } from '../../src/database/open-postgres';
import { openPgliteInMemory } from './pglite-in-memory';
import { postgresPrograms, startPostgres } from './postgres-server';

// Long enough for a machine that does much else.
jest.setTimeout(30_000);

/**
 * Runs a suite on PGlite and, where one is installed, on PostgreSQL. Every test begins with empty tables, but for the
 * link previews: an import draws them again only when they do not fit.
 */
export function onEachDatabase(suite: (database: () => Database) => void): void {
  describe('on PGlite', () => {
    suiteOn(openPgliteInMemory, suite);
  });
  onPostgres((url) => {
    suiteOn(() => openPostgres(url()), suite);
  });
}

/** Runs a suite on a PostgreSQL of its own, or says that none is installed. */
export function onPostgres(suite: (url: () => string) => void): void {
  const programs = postgresPrograms;
  if (programs === undefined) {
    test.skip('on PostgreSQL: skipped, as no initdb and postgres are installed', () => undefined);
    return;
  }
  describe('on PostgreSQL', () => {
    let server: ReturnType<typeof startPostgres> | undefined;
    beforeAll(() => {
      server = startPostgres(programs);
    });
    afterAll(() => server?.remove());
    suite(() => server?.url ?? '');
  });
}

function suiteOn(open: () => Promise<OpenDatabase>, suite: (database: () => Database) => void): void {
  let opened: OpenDatabase | undefined;
  const database = () => {
    if (opened === undefined) throw new Error('The database is open only while tests run');
    return opened.database;
  };
  beforeAll(async () => {
    opened = await open();
  });
  beforeEach(async () => {
    await database().execute(sql`TRUNCATE services, posts, applications, messages`);
  });
  afterAll(() => opened?.close());
  suite(database);
}
