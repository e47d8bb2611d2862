import { sql } from 'drizzle-orm';
import type { Database } from './database';

/**
 * Whether a commit has reached the database's disk when its query resolves, according to the database's settings.
 * Otherwise a power cut may lose submissions that were confirmed to visitors.
 */
export async function isDurable(database: Database): Promise<boolean> {
  const [row] = await database
    .select({
      fsync: sql<string>`current_setting('fsync')`,
      commit: sql<string>`current_setting('synchronous_commit')`,
    })
    .from(sql`(VALUES (1)) AS one`);
  return row?.fsync === 'on' && row.commit !== 'off';
}
