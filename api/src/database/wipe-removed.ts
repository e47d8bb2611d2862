import { sql } from 'drizzle-orm';
import type { Database } from './database';

/**
 * Erases removed rows from the files of the embedded database: otherwise their bytes, and those of statements that
 * failed, remain in the tables' files and in the log. A PostgreSQL server does this by autovacuum and by reusing its
 * log.
 */
export async function wipeRemoved(database: Database): Promise<void> {
  // Stryker disable all: only the embedded database is wiped; api/test/commands/serve.test.ts reads its files.
  if (!(await isEmbedded(database))) return;
  await database.execute(sql`VACUUM (FULL) applications, messages, deliveries, trials`);
  // Segments before the checkpoint are deleted; the start parameters prevent their reuse.
  await database.execute(sql`SELECT pg_switch_wal()`);
  await database.execute(sql`CHECKPOINT`);
}

async function isEmbedded(database: Database): Promise<boolean> {
  const [row] = await database.select({ version: sql<string>`version()` }).from(sql`(VALUES (1)) AS one`);
  return row?.version.includes('PGlite') === true;
}
