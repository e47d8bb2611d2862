import { count, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database';
import { applications, deliveries, messages } from '../database/schema';
import { removeSubmissions, type Counts, type Submissions } from './remove-submissions';

// Time is the database's, so that a machine with a wrong clock removes nothing too early.
const isOlder =
  (months: number) =>
  (table: Submissions): SQL =>
    sql`${table.created_at} < now() - make_interval(months => ${months}::integer)`;

/** Removes what is older than so many months; with 0 nothing ever is. */
export async function applyRetention(database: Database, months: number): Promise<Counts> {
  if (months === 0) return { applications: 0, messages: 0, deliveries: 0 };
  return removeSubmissions(database, isOlder(months));
}

/** What `applyRetention` would remove now. */
async function previewRetention(database: Database, months: number): Promise<Counts> {
  if (months === 0) return { applications: 0, messages: 0, deliveries: 0 };
  const old = isOlder(months);
  const ids = (table: Submissions) => database.select({ id: table.id }).from(table).where(old(table));
  const counted = async (table: Submissions | typeof deliveries, condition: SQL | undefined) =>
    (await database.select({ count: count() }).from(table).where(condition))[0]?.count ?? 0;
  return {
    applications: await counted(applications, old(applications)),
    messages: await counted(messages, old(messages)),
    deliveries: await counted(
      deliveries,
      or(
        inArray(deliveries.submission_id, ids(applications)),
        inArray(deliveries.submission_id, ids(messages)),
      ),
    ),
  };
}

/** As an operation: `months`, and `dry` to remove nothing. Its only row has the counts. */
export async function* retentionOperation(
  database: Database,
  { months = '', dry }: Readonly<Record<string, string>>,
): AsyncGenerator<Readonly<Record<string, string>>> {
  const work = dry === undefined ? applyRetention : previewRetention;
  const counts = await work(database, Number(months));
  yield Object.fromEntries(Object.entries(counts).map(([table, rows]) => [table, String(rows)]));
}
