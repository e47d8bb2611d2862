import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from './database';

const DEADLINE_MS = 2_000;

/** Whether the database answers a query in time. */
export async function isDatabaseAlive(database: Database): Promise<boolean> {
  const deadline = new AbortController();
  const answered = database.execute(sql`SELECT 1`).then(
    () => true,
    () => false,
  );
  const late = setTimeout(DEADLINE_MS, false, { signal: deadline.signal }).catch(() => false);
  try {
    return await Promise.race([answered, late]);
  } finally {
    deadline.abort();
  }
}
