import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, Pool } from 'pg';
import { failureLine } from '../commands/failure-line';
import { migrationsFolder } from '../package-root';
import type { OpenDatabase } from './database';

/** Any number that nothing else on the server uses as an advisory lock. */
const MIGRATION_LOCK = 20_261_121;

const CONNECT_MS = 3_000;
const QUERY_MS = 5_000;

/**
 * Connects to PostgreSQL and migrates it; replicas that start together migrate one after another.
 * @param create whether the database may be one without the site's tables
 */
export async function openPostgres(url: string, { create = true } = {}): Promise<OpenDatabase> {
  await migrateAlone(url, create);
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    statement_timeout: QUERY_MS,
  });
  // Reports a broken idle connection; the next query opens another one.
  pool.on('error', () => undefined);
  return { database: drizzle(pool), close: () => pool.end() };
}

// On its own connection: a migration may take longer than a query.
async function migrateAlone(url: string, create: boolean): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  await client.connect().catch((cause: unknown) => {
    throw new Error(`DATABASE_URL: no connection to the database: ${failureLine(cause)}`, { cause });
  });
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    if (!create) {
      const { rows } = await client.query(
        `SELECT WHERE to_regclass('drizzle.__drizzle_migrations') IS NOT NULL`,
      );
      const { host, pathname } = new URL(url);
      if (rows.length === 0)
        throw new Error(
          `DATABASE_URL: ${host}${pathname} has no tables of the site; set it as the site has it`,
        );
    }
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}
