import { and, asc, count, eq, getTableColumns, gte, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database';
import { applications, deliveries, messages } from '../database/schema';

const TABLES = { applications, messages };

export type SubmissionKind = keyof typeof TABLES;

export const SUBMISSION_KINDS: readonly SubmissionKind[] = ['applications', 'messages'];

/** A submission as it is listed and exported. */
export type Submission = Readonly<Record<string, string | null>>;

/** Which submissions: of a kind, since an instant (ISO 8601) if there is one. */
type Selection = Readonly<Record<string, string>>;

export function isSubmissionKind(text: string): text is SubmissionKind {
  return Object.hasOwn(TABLES, text);
}

/** The fields of a kind, in the order in which they are listed; what is only the API's is left out. */
export function submissionFields(kind: SubmissionKind): string[] {
  const fields = Object.keys(getTableColumns(TABLES[kind])).filter(
    (field) => !['id', 'idempotency_key', 'fingerprint', 'suspicion'].includes(field),
  );
  return [...fields, 'id'];
}

/** The fields of a listed submission: its own, and what became of its deliveries (`staff delivered, webhook dead`). */
export const listedFields = (kind: SubmissionKind): string[] => [...submissionFields(kind), 'delivery'];

/** Short enough to be read well within the time that a query may take. */
const PAGE = 500;

/**
 * What of a kind was sent since an instant, newest last, suspected ones left out: read page by page, so that neither a
 * query nor the memory grows with the table.
 */
export async function* listSubmissions(
  database: Database,
  selection: Selection,
  page = PAGE,
): AsyncGenerator<Submission> {
  const { table, fields, selected } = select(selection);
  // An instant as a text: a Date has no microseconds.
  const instant = sql<string>`${table.created_at}::text`;
  let last: { readonly instant: string; readonly id: string } | undefined;
  do {
    const after =
      last && sql`(${table.created_at}, ${table.id}) > (${last.instant}::timestamptz, ${last.id}::uuid)`;
    const rows = await database
      .select({ row: getTableColumns(table), instant, delivery: deliveryOf(database, table.id) })
      .from(table)
      .where(and(selected, after))
      .orderBy(asc(table.created_at), asc(table.id))
      .limit(page);
    for (const { row, delivery } of rows) yield { ...pick(row, fields), delivery };
    const end = rows.length === page ? rows.at(-1) : undefined;
    last = end && { instant: end.instant, id: end.row.id };
  } while (last !== undefined);
}

/** What became of a submission's deliveries, as one text. */
function deliveryOf(database: Database, id: PgColumn): SQL<string | null> {
  const { channel, state, submission_id } = deliveries;
  const states = sql`string_agg(${channel} || ' ' || ${state}, ', ' ORDER BY ${channel})`;
  return sql`(${database.select({ states }).from(deliveries).where(eq(submission_id, id))})`;
}

/** How many `listSubmissions` gives, as `count` of its only row. */
export async function* countSubmissions(
  database: Database,
  selection: Selection,
): AsyncGenerator<Submission> {
  const { table, selected } = select(selection);
  const [counted] = await database.select({ count: count() }).from(table).where(selected);
  yield { count: String(counted?.count ?? 0) };
}

/** What is taken for spam, as `listSubmissions` gives the rest, and with its `suspicion`. */
export const listSuspected = (database: Database, { kind = '' }: Selection): AsyncGenerator<Submission> =>
  listSubmissions(database, { kind, suspected: 'yes' });

function select({ kind = '', since, suspected }: Selection) {
  if (!isSubmissionKind(kind)) throw new Error(`There are no submissions of the kind “${kind}”`);
  const table = TABLES[kind];
  const recent = since === undefined ? undefined : gte(table.created_at, new Date(since));
  if (suspected !== undefined)
    return {
      table,
      fields: [...submissionFields(kind), 'suspicion'],
      selected: and(isNotNull(table.suspicion), recent),
    };
  return { table, fields: submissionFields(kind), selected: and(isNull(table.suspicion), recent) };
}

const pick = (row: Readonly<Record<string, string | Date | null>>, fields: readonly string[]): Submission =>
  Object.fromEntries(
    fields.map((field) => {
      const value = row[field] ?? null;
      return [field, value instanceof Date ? value.toISOString() : value];
    }),
  );
