import { afterAll, beforeAll } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Database, OpenDatabase } from '../../src/database/database';
import { openPostgres } from '../../src/database/open-postgres';
import { emptyPostgres } from './on-postgres';

interface StandingClock {
  /** Connections as of two replicas. */
  readonly replicas: () => readonly [Database, Database];
  /** Moves the clock of both to an instant, in ISO 8601. */
  readonly moveTo: (instant: string) => Promise<void>;
}

/** A migrated database in which `now()` is the instant that the test says: our schema is found before PostgreSQL's. */
export function standingClock(): StandingClock {
  const url = emptyPostgres();
  const opened: OpenDatabase[] = [];
  const replicas = () => {
    const [one, other] = opened;
    if (!one || !other) throw new Error('The database is there only while tests run');
    return [one.database, other.database] as const;
  };
  beforeAll(async () => {
    const client = new Client({ connectionString: url() });
    await client.connect();
    await client.query(`
      CREATE SCHEMA clock;
      CREATE TABLE clock.standing AS SELECT now() AS instant;
      CREATE FUNCTION clock.now() RETURNS timestamptz STABLE LANGUAGE sql AS 'SELECT instant FROM clock.standing'`);
    await client.end();
    const moved = new URL(url());
    moved.searchParams.set('options', '-c search_path=clock,pg_catalog');
    for (let replica = 0; replica < 2; replica++) opened.push(await openPostgres(moved.href));
  });
  afterAll(() => Promise.all(opened.map(({ close }) => close())));
  return {
    replicas,
    moveTo: async (instant) => {
      await replicas()[0].execute(sql`UPDATE standing SET instant = ${instant}::timestamptz`);
    },
  };
}
