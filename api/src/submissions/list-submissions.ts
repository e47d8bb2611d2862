import { and, asc, count, eq, gte, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database';
import { deliveries, SUBMISSIONS, type SubmissionKind } from '../database/schema';
import { withSingleLines } from './single-lines';

/** A row for the output of commands. */
export type Row = Readonly<Record<string, string | null>>;

/** Selects submissions. */
interface Selection {
  readonly kind: SubmissionKind;
  /** ISO 8601; earlier submissions are left out. */
  readonly since?: string | undefined;
  /** Suspected spam instead of the other submissions. */
  readonly suspected?: boolean;
  /** Leaves out what is answered. */
  readonly unanswered?: boolean;
}

/** Rows, and the start of the next page. */
interface Page {
  readonly rows: readonly Row[];
  readonly next: Position | undefined;
}

/** The last row that was read: its time has microseconds, which a Date lacks. */
interface Position {
  readonly instant: string;
  readonly id: string;
}

/** The fields of a kind in display order. */
export const submissionFields = (kind: SubmissionKind): readonly string[] => [
  'created_at',
  ...Object.keys(SUBMISSIONS[kind].fields),
  'id',
];

/** Small enough to be read well within the time limit of a query. */
const PAGE = 500;

/**
 * A page of submissions, newest last, with the states of their deliveries (`staff delivered, webhook dead`), the
 * time of the answer and the reason of a suspicion.
 */
export async function listSubmissions(
  database: Database,
  { after, limit = PAGE, ...selection }: Selection & { readonly after?: Position; readonly limit?: number },
): Promise<Page> {
  const { table, fields } = SUBMISSIONS[selection.kind];
  const instant = sql<string>`${table.created_at}::text`;
  const isLater =
    after && sql`(${table.created_at}, ${table.id}) > (${after.instant}::timestamptz, ${after.id}::uuid)`;
  const { channel, state, submission_id } = deliveries;
  const states = sql`string_agg(${channel} || ' ' || ${state}, ', ' ORDER BY ${channel})`;
  const delivery: SQL<string | null> = sql`(${database
    .select({ states })
    .from(deliveries)
    .where(eq(submission_id, table.id))})`;
  const found = await database
    .select({ row: table, instant, delivery })
    .from(table)
    .where(and(isSelected(selection), isLater))
    .orderBy(asc(table.created_at), asc(table.id))
    .limit(limit + 1);
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    rows: found
      .slice(0, limit)
      .map(({ row: { idempotency_key: _key, fingerprint: _hash, ...row }, delivery }) => ({
        ...asTexts(withSingleLines(fields, row)),
        delivery,
      })),
    next: last && { instant: last.instant, id: last.row.id },
  };
}

/** Number of submissions in a selection. */
export async function countSubmissions(database: Database, selection: Selection): Promise<number> {
  const [row] = await database
    .select({ count: count() })
    .from(SUBMISSIONS[selection.kind].table)
    .where(isSelected(selection));
  return row?.count ?? 0;
}

function isSelected({ kind, since, suspected = false, unanswered = false }: Selection): SQL | undefined {
  const { answered_at, created_at, suspicion } = SUBMISSIONS[kind].table;
  return and(
    suspected ? isNotNull(suspicion) : isNull(suspicion),
    unanswered ? isNull(answered_at) : undefined,
    since === undefined ? undefined : gte(created_at, new Date(since)),
  );
}

/** A stored row with its times in ISO 8601. */
export const asTexts = (row: Readonly<Record<string, string | number | Date | null>>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [
      field,
      value instanceof Date ? value.toISOString() : value === null ? null : String(value),
    ]),
  );
