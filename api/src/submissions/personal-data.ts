import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database';
import { deliveries, SUBMISSION_KINDS, SUBMISSIONS, type applications } from '../database/schema';
import { wipeRemoved } from '../database/wipe-removed';

/** Which submissions of a table. */
export type Condition = (table: typeof applications) => SQL;

/** Numbers of rows in each table with personal data. */
export type Counts = Readonly<Record<'applications' | 'messages' | 'deliveries', number>>;

// Mail servers ignore the case of letters: Olena@ and olena@ are the same person.
const isOf =
  (email: string): Condition =>
  (table) =>
    sql`lower(${table.email}) = lower(${email})`;

/** All stored data of an e-mail address, including suspected spam and deliveries. */
export async function exportPerson(database: Database, email: string) {
  const rowsOf = (table: typeof applications) =>
    database.select().from(table).where(isOf(email)(table)).orderBy(table.created_at);
  const applied = await rowsOf(SUBMISSIONS.applications.table);
  const written = await rowsOf(SUBMISSIONS.messages.table);
  const ids = [...applied, ...written].map(({ id }) => id);
  const told = await database.select().from(deliveries).where(inArray(deliveries.submission_id, ids));
  return { applications: applied, messages: written, deliveries: told };
}

/** Removes all stored data of an e-mail address. */
export async function erasePerson(database: Database, email: string): Promise<Counts> {
  const counts = await removeSubmissions(database, isOf(email));
  // Even without rows: their text may be left from a statement that failed.
  await wipeRemoved(database);
  return counts;
}

export const NOTHING: Counts = { applications: 0, messages: 0, deliveries: 0 };

/** Removes submissions of both kinds with their deliveries: all of them or, after a failure, none. */
export const removeSubmissions = (
  database: Database,
  condition: Condition,
  dryRun = false,
): Promise<Counts> =>
  database.transaction(async (transaction) => {
    const counts = { ...NOTHING };
    for (const kind of SUBMISSION_KINDS) {
      const { table } = SUBMISSIONS[kind];
      const ids = transaction.select({ id: table.id }).from(table).where(condition(table));
      const told = and(eq(deliveries.kind, kind), inArray(deliveries.submission_id, ids));
      counts[kind] = await transaction.$count(table, condition(table));
      counts.deliveries += await transaction.$count(deliveries, told);
      if (dryRun) continue;
      await transaction.delete(deliveries).where(told);
      await transaction.delete(table).where(condition(table));
    }
    return counts;
  });
