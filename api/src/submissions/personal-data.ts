import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database';
import { deliveries, SUBMISSION_KINDS, SUBMISSIONS, trials, type applications } from '../database/schema';
import { asTexts, type Row } from './list-submissions';
import { isTrialOf } from './trials';

type Condition = (table: typeof applications) => SQL;

/** Numbers of rows in each table with personal data. */
export type Counts = Readonly<Record<'applications' | 'messages' | 'deliveries', number>>;

/** All stored data of a person. */
type Person = Readonly<Record<keyof Counts | 'trials', readonly Row[]>>;

// Mail servers ignore the case of letters: Olena@ and olena@ are the same person.
const isOf =
  (email: string): Condition =>
  (table) =>
    sql`lower(${table.email}) = lower(${email})`;

// Time is the database's: a machine with a wrong clock must not remove anything too early.
const isOlder =
  (months: number): Condition =>
  (table) =>
    sql`${table.created_at} < now() - make_interval(months => ${months}::integer)`;

/** All stored data of an e-mail address, including suspected spam, deliveries and what was sent in previews. */
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
  const tried = await database.select().from(trials).where(isTrialOf(email));
  return { ...person, trials: tried.map(asTexts) };
}

/** Removes all stored data of an e-mail address. */
export async function erasePerson(database: Database, email: string): Promise<Counts> {
  await database.delete(trials).where(isTrialOf(email));
  return removeSubmissions(database, isOf(email));
}

/** Removes submissions older than this number of months, or only counts them; 0 months removes none. */
export async function applyRetention(
  database: Database,
  { months, dryRun = false }: { readonly months: number; readonly dryRun?: boolean },
): Promise<Counts> {
  if (months === 0) return { applications: 0, messages: 0, deliveries: 0 };
  return removeSubmissions(database, isOlder(months), dryRun);
}

/** Removes submissions of both kinds with their deliveries: all of them or, after a failure, none. */
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
  // Stryker disable all: only the embedded database is wiped; api/test/commands/serve.test.ts reads its files.
  if (!dryRun && counts.applications + counts.messages > 0) await wipeRemoved(database);
  return counts;
}

/**
 * Erases removed submissions from the files of the embedded database: otherwise a removed row's bytes remain in its
 * table's file and in the log. A PostgreSQL server does this by autovacuum and by reusing its log.
 */
async function wipeRemoved(database: Database): Promise<void> {
  if (!(await isEmbedded(database))) return;
  await database.execute(sql`VACUUM (FULL) applications, messages, deliveries`);
  // Segments before the checkpoint are deleted; the start parameters prevent their reuse.
  await database.execute(sql`SELECT pg_switch_wal()`);
  await database.execute(sql`CHECKPOINT`);
}

async function isEmbedded(database: Database): Promise<boolean> {
  const [row] = await database.select({ version: sql<string>`version()` }).from(sql`(VALUES (1)) AS one`);
  return row?.version.includes('PGlite') === true;
}
