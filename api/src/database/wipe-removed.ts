import { sql } from 'drizzle-orm';
import type { Database } from './database';

/**
 * Erases removed rows from the files of the embedded database: otherwise their bytes, and those of statements that
 * failed, remain in the tables' files and in the log. A PostgreSQL server does this by autovacuum and by reusing its
 * log.
 */
export async function wipeRemoved(database: Database): Promise<void> {
  // Stryker disable all: only the embedded database is wiped; api/test/commands/serve.test.ts reads its files.
  if ((await database.$count(sql`version() AS version`, sql`version LIKE '%PGlite%'`)) === 0) return;
  await database.execute(sql`VACUUM (FULL) applications, messages, deliveries, trials`);
  // Segments before the checkpoint are deleted; the start parameters prevent their reuse.
  await database.execute(sql`SELECT pg_switch_wal()`);
  await database.execute(sql`CHECKPOINT`);
}
