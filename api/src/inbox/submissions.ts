import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database';
import { deliveries, SUBMISSION_KINDS, SUBMISSIONS, type SubmissionKind } from '../database/schema';
import type { SubmissionOfKind } from '../delivery/outbox';
import type { State } from '../submissions/list-submissions';
import { UUID } from '../submissions/operations';
import type { Condition } from '../submissions/personal-data';

/** What the list can be limited to. */
export const FILTERS = ['new', 'in_work', 'answered', 'suspected', 'all'] as const;
export type Filter = (typeof FILTERS)[number];

/** What the list shows. `search` is a part of a name, of an address or of a telephone number. */
export interface Selection {
  readonly filter: Filter;
  readonly search: string;
}

type Table = Parameters<Condition>[0];

const filterOf = ({ suspicion, answered_at, in_work }: Table) =>
  sql<Filter>`CASE WHEN ${suspicion} IS NOT NULL THEN 'suspected' WHEN ${answered_at} IS NOT NULL THEN 'answered'
    WHEN ${in_work} THEN 'in_work' ELSE 'new' END`;

/** The condition of a selection. */
export const conditionOf =
  ({ filter, search }: Selection): Condition =>
  (table) =>
    sql`(${filter} = 'all' OR ${filterOf(table)} = ${filter}) AND ${isFound(table, search)}`;

function isFound(table: Table, search: string): SQL {
  const number = sql`regexp_replace(${table}.phone, '\\D', '', 'g')`;
  // People write +380 67, 38067 and 067 for one number. A name may have digits too, but a number has nothing else.
  const digits = /^[\d\s()+.-]{2,}$/.test(search) ? search.replace(/\D/g, '').replace(/^(38)?0/, '') : '';
  // The database's own locale may know no Cyrillic.
  const lower = (text: SQL) => sql`lower((${text}) COLLATE "und-x-icu")`;
  const hasText = sql`strpos(${lower(sql`${table.name} || ' ' || ${table.email}`)}, ${lower(sql`${search}::text`)}) > 0`;
  return sql`(${hasText} OR (${digits} <> '' AND strpos(${number}, ${digits}) > 0))`;
}

const PAGE_SIZE = 25;

/** A page of submissions of both kinds, the newest first, and whether there are more. */
export async function findSubmissions(database: Database, selection: Selection, page: number) {
  const rowsOf = (kind: SubmissionKind, subject: 'position' | 'service_type') => {
    const { table } = SUBMISSIONS[kind];
    const { id, created_at, name, source } = table;
    const said = sql<string | null>`${table}.${sql.identifier(subject)}`.as('subject');
    const named = sql<SubmissionKind>`${kind}::text`.as('kind');
    return database
      .select({
        kind: named,
        filter: filterOf(table).as('filter'),
        subject: said,
        id,
        created_at,
        name,
        source,
      })
      .from(table)
      .where(conditionOf(selection)(table));
  };
  const found = await unionAll(rowsOf('applications', 'position'), rowsOf('messages', 'service_type'))
    .orderBy(desc(sql`created_at`), asc(sql`id`))
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE);
  return { rows: found.slice(0, PAGE_SIZE), hasMore: found.length > PAGE_SIZE };
}

/** Numbers of submissions of both kinds. */
export async function countByFilter(database: Database): Promise<Readonly<Record<Filter, number>>> {
  const counts = { new: 0, in_work: 0, answered: 0, suspected: 0, all: 0 };
  for (const kind of SUBMISSION_KINDS)
    for (const filter of FILTERS) {
      const { table } = SUBMISSIONS[kind];
      counts[filter] += await database.$count(table, conditionOf({ filter, search: '' })(table));
    }
  return counts;
}

export async function findSubmission(database: Database, id: string): Promise<SubmissionOfKind | undefined> {
  if (!UUID.test(id)) return undefined;
  for (const kind of SUBMISSION_KINDS) {
    const { table } = SUBMISSIONS[kind];
    const [submission] = await database.select().from(table).where(eq(table.id, id));
    if (submission) return { kind, submission };
  }
  return undefined;
}

/** The deliveries of a submission. */
export const deliveriesOf = (database: Database, id: string) =>
  database.select().from(deliveries).where(eq(deliveries.submission_id, id)).orderBy(deliveries.channel);

/** What the staff says about a submission. */
export interface Mark {
  readonly state: State;
  readonly note: string;
}

/** Marks a submission that still has this version; `false` if it has been changed since, or is gone. */
export async function markSubmission(
  database: Database,
  { kind, submission: { id } }: SubmissionOfKind,
  { state, note }: Mark,
  version: number,
): Promise<boolean> {
  const { table } = SUBMISSIONS[kind];
  // The first answer counts.
  const answered_at = state === 'answered' ? sql`coalesce(${table.answered_at}, now())` : null;
  const changed = await database
    .update(table)
    .set({
      in_work: state === 'in_work',
      answered_at,
      note: note || null,
      version: sql`${table.version} + 1`,
    })
    .where(and(eq(table.id, id), eq(table.version, version), isNull(table.suspicion)))
    .returning({ id: table.id });
  return changed.length > 0;
}
