import { sql } from 'drizzle-orm';
import type { Database } from './database';

/**
 * Takes removed submissions out of the files of the embedded database: a removed row's bytes otherwise stay in its
 * table's file and in the log. PostgreSQL's own server does so by autovacuum and by using its log again.
 */
export async function wipeRemoved(database: Database): Promise<void> {
  if (!(await isEmbedded(database))) return;
  await database.execute(sql`VACUUM (FULL) applications, messages, deliveries`);
  // Segments before the checkpoint are deleted, and by the start parameters not used again.
  await database.execute(sql`SELECT pg_switch_wal()`);
  await database.execute(sql`CHECKPOINT`);
}

async function isEmbedded(database: Database): Promise<boolean> {
  const [row] = await database.select({ version: sql<string>`version()` }).from(sql`(VALUES (1)) AS one`);
  return row?.version.includes('PGlite') === true;
}
