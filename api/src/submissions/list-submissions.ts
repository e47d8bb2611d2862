import { and, asc, eq, gte, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database';
import { deliveries, SUBMISSIONS, type StoredSubmission, type SubmissionKind } from '../database/schema';
import type { Condition } from './personal-data';
import { withSingleLines } from './single-lines';
import { sourceText } from './source';

/** A row for the output of commands. */
export type Row = Readonly<Record<string, string | number | Date | null>>;

/** Selects submissions. */
interface Selection {
  readonly kind: SubmissionKind;
  /** Earlier submissions are left out. */
  readonly since?: Date | undefined;
  /** Suspected spam instead of the other submissions. */
  readonly suspected?: boolean;
  /** Leaves out what is answered. */
  readonly unanswered?: boolean;
  /** Selects by itself, without regard to the others. */
  readonly condition?: Condition;
}

/** How far the staff is with a submission. */
export const STATES = ['new', 'in_work', 'answered'] as const;

export type State = (typeof STATES)[number];

export function stateOf({ answered_at, in_work }: Pick<StoredSubmission, 'answered_at' | 'in_work'>): State {
  if (answered_at !== null) return 'answered';
  return in_work ? 'in_work' : 'new';
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
 * Submissions, newest last, with the states of their deliveries (`staff delivered, webhook dead`), the time of the
 * answer, the reason of a suspicion, and the visit's source, as one text and by `SOURCE_FIELDS`: in pages, at least one,
 * because an empty table has a header too.
 */
export async function* listSubmissions(
  database: Database,
  selection: Selection,
  limit = PAGE,
): AsyncGenerator<readonly Row[]> {
  const { table, fields } = SUBMISSIONS[selection.kind];
  // It has microseconds, which a Date lacks.
  const instant = sql<string>`${table.created_at}::text`;
  const { channel, state, submission_id } = deliveries;
  const states = sql`string_agg(${channel} || ' ' || ${state}, ', ' ORDER BY ${channel})`;
  const delivery: SQL<string | null> = sql`(${database
    .select({ states })
    .from(deliveries)
    .where(eq(submission_id, table.id))})`;
  let isLater: SQL | undefined;
  do {
    const found = await database
      .select({ row: table, instant, delivery })
      .from(table)
      .where(and(isSelected(selection), isLater))
      .orderBy(asc(table.created_at), asc(table.id))
      .limit(limit + 1);
    yield found.slice(0, limit).map(({ row, delivery }) => {
      const { idempotency_key: _key, fingerprint: _hash, version: _version, in_work: _work, ...shown } = row;
      const { source, ...values } = shown;
      const state = stateOf(row);
      return { ...withSingleLines(fields, values), ...source, source: sourceText(source), state, delivery };
    });
    const last = found.length > limit ? found[limit - 1] : undefined;
    isLater =
      last && sql`(${table.created_at}, ${table.id}) > (${last.instant}::timestamptz, ${last.row.id}::uuid)`;
  } while (isLater);
}

/** Number of submissions in a selection. */
export async function countSubmissions(database: Database, selection: Selection): Promise<number> {
  return database.$count(SUBMISSIONS[selection.kind].table, isSelected(selection));
}

function isSelected(selection: Selection): SQL | undefined {
  const { kind, since, suspected = false, unanswered = false, condition } = selection;
  const { table } = SUBMISSIONS[kind];
  if (condition) return condition(table);
  const { answered_at, created_at, suspicion } = table;
  return and(
    suspected ? isNotNull(suspicion) : isNull(suspicion),
    unanswered ? isNull(answered_at) : undefined,
    since && gte(created_at, since),
  );
}
