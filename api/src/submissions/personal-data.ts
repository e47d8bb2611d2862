import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database';
import { applications, deliveries, messages } from '../database/schema';
import { removeSubmissions, type Submissions } from './remove-submissions';

type Person = Readonly<Record<string, string>>;
type Row = Readonly<Record<string, string | null>>;
type Stored = Readonly<Record<string, string | number | Date | null>>;

// Mail servers tell no letter's case apart; who wrote Olena@ means the same person.
const isOf =
  (email: string) =>
  (table: Submissions): SQL =>
    sql`lower(${table.email}) = lower(${email})`;

/** Everything that is stored about an e-mail address, suspected spam and deliveries too; `table` says what a row is. */
export async function* exportPerson(database: Database, { email = '' }: Person): AsyncGenerator<Row> {
  for (const [kind, table] of [
    ['applications', applications],
    ['messages', messages],
  ] as const) {
    const rows: Stored[] = await database
      .select()
      .from(table)
      .where(isOf(email)(table))
      .orderBy(table.created_at);
    for (const row of rows) yield { table: kind, ...asTexts(row) };
    const ids = database.select({ id: table.id }).from(table).where(isOf(email)(table));
    const told = await database
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.kind, kind), inArray(deliveries.submission_id, ids)))
      .orderBy(deliveries.created_at);
    for (const row of told) yield { table: 'deliveries', ...asTexts(row) };
  }
}

/** Removes everything that is stored about an e-mail address; says in its only row how many rows that were. */
export async function* erasePerson(database: Database, { email = '' }: Person): AsyncGenerator<Row> {
  yield asTexts({ ...(await removeSubmissions(database, isOf(email))) });
}

const asTexts = (row: Stored): Row =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      value instanceof Date ? value.toISOString() : value === null ? null : String(value),
    ]),
  );
