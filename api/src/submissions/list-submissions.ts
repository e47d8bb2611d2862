import { and, asc, eq, gte, isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
import { SOURCE_FIELDS } from '@vidlunnia/contracts';
import type { Database } from '../database/database';
import { deliveries, SUBMISSIONS, type SubmissionKind } from '../database/schema';
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
export const MARKS = ['new', 'in_work', 'answered'] as const;
export const STATES = [...MARKS, 'suspected'] as const;

export type State = (typeof STATES)[number];

/** The state of a submission of this table. */
export const stateOf = ({ suspicion, answered_at, in_work }: Parameters<Condition>[0]) =>
  sql<State>`CASE WHEN ${suspicion} IS NOT NULL THEN 'suspected' WHEN ${answered_at} IS NOT NULL THEN 'answered'
    WHEN ${in_work} THEN 'in_work' ELSE 'new' END`;

/** The fields of a kind in display order. */
export const submissionFields = (kind: SubmissionKind): readonly string[] => [
  'created_at',
  ...Object.keys(SUBMISSIONS[kind].fields),
  'id',
];

/** The columns of a kind's table for spreadsheets. */
export const columnsOf = (kind: SubmissionKind): readonly string[] => [
  ...submissionFields(kind),
  ...['state', 'note', 'suspicion', 'answered_at', 'delivery'],
  ...Object.keys(SOURCE_FIELDS),
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
      .select({ row: table, instant, delivery, state: stateOf(table) })
      .from(table)
      .where(and(isSelected(selection), isLater))
      .orderBy(asc(table.created_at), asc(table.id))
      .limit(limit + 1);
    yield found.slice(0, limit).map(({ row, delivery, state }) => {
      const { idempotency_key: _key, fingerprint: _hash, version: _version, in_work: _work, ...shown } = row;
      const { source, ...values } = shown;
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
