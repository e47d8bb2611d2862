import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database';
import { deliveries, SUBMISSION_KINDS, SUBMISSIONS, type applications } from '../database/schema';
import { wipeRemoved } from '../database/wipe-removed';
import { asTexts, type Row } from './list-submissions';

type Condition = (table: typeof applications) => SQL;

/** How many rows there are of each table that tells of people. */
export type Counts = Readonly<Record<'applications' | 'messages' | 'deliveries', number>>;

/** Everything that is stored about a person. */
type Person = Readonly<Record<keyof Counts, readonly Row[]>>;

// Mail servers tell no letter's case apart; who wrote Olena@ means the same person.
const isOf =
  (email: string): Condition =>
  (table) =>
    sql`lower(${table.email}) = lower(${email})`;

// Time is the database's, so that a machine with a wrong clock removes nothing too early.
const isOlder =
  (months: number): Condition =>
  (table) =>
    sql`${table.created_at} < now() - make_interval(months => ${months}::integer)`;

/** Everything that is stored about an e-mail address, suspected spam and deliveries too. */
export async function exportPerson(database: Database, email: string): Promise<Person> {
  const person = { applications: [] as Row[], messages: [] as Row[], deliveries: [] as Row[] };
  for (const kind of SUBMISSION_KINDS) {
    const { table } = SUBMISSIONS[kind];
    const rows = await database.select().from(table).where(isOf(email)(table)).orderBy(table.created_at);
    person[kind].push(...rows.map(asTexts));
    const ids = rows.map(({ id }) => id);
    const told = await database.select().from(deliveries).where(inArray(deliveries.submission_id, ids));
    person.deliveries.push(...told.map(asTexts));
  }
  return person;
}

/** Removes everything that is stored about an e-mail address. */
export const erasePerson = (database: Database, email: string): Promise<Counts> =>
  removeSubmissions(database, isOf(email));

/** Removes what is older than so many months, or only counts it; with 0 months nothing ever is. */
export async function applyRetention(
  database: Database,
  { months, dryRun = false }: { readonly months: number; readonly dryRun?: boolean },
): Promise<Counts> {
  if (months === 0) return { applications: 0, messages: 0, deliveries: 0 };
  return removeSubmissions(database, isOlder(months), dryRun);
}

/** Removes submissions of both kinds with their deliveries: all of them or, where something fails, none. */
async function removeSubmissions(database: Database, condition: Condition, dryRun = false): Promise<Counts> {
  const counts = { applications: 0, messages: 0, deliveries: 0 };
  await database.transaction(async (transaction) => {
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
  });
  if (!dryRun && counts.applications + counts.messages > 0) await wipeRemoved(database);
  return counts;
}
