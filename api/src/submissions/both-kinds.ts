import { and, asc, count, desc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database';
import { SUBMISSIONS, type SubmissionKind } from '../database/schema';
import { STATES, stateOf, type State } from './list-submissions';
import type { Condition } from './personal-data';

/** What the list can be limited to. */
export const FILTERS = [...STATES, 'all'] as const;
export type Filter = (typeof FILTERS)[number];

/** What the list shows. `search` is a part of a name, of an address or of a telephone number. */
export interface Selection {
  readonly filter: Filter;
  readonly search: string;
}

/** The submissions of both kinds, as lists and figures use them. */
export function bothKinds(database: Database) {
  const rowsOf = (kind: SubmissionKind, subject: 'position' | 'service_type') => {
    const { table } = SUBMISSIONS[kind];
    const { id, created_at, name, email, source } = table;
    const fields = {
      kind: sql<SubmissionKind>`${kind}::text`.as('kind'),
      state: stateOf(table).as('state'),
      subject: sql<string | null>`${table}.${sql.identifier(subject)}`.as('subject'),
      phone: sql<string>`${table}.phone`.as('phone'),
    };
    return database.select({ ...fields, id, created_at, name, email, source }).from(table);
  };
  return unionAll(rowsOf('applications', 'position'), rowsOf('messages', 'service_type')).as('both_kinds');
}

type BothKinds = ReturnType<typeof bothKinds>;

function isSelected(
  { state, name, email, phone }: BothKinds,
  { filter, search }: Selection,
): SQL | undefined {
  const number = sql`regexp_replace(${phone}, '\\D', '', 'g')`;
  // People write +380 67, 38067 and 067 for one number. A name may have digits too, but a number has nothing else.
  const digits = /^[\d\s()+.-]{2,}$/.test(search) ? search.replace(/\D/g, '').replace(/^(38)?0/, '') : '';
  // The database's own locale may know no Cyrillic.
  const lower = (text: SQL) => sql`lower((${text}) COLLATE "und-x-icu")`;
  const hasText = sql`strpos(${lower(sql`${name} || ' ' || ${email}`)}, ${lower(sql`${search}::text`)}) > 0`;
  return and(
    filter === 'all' ? undefined : eq(state, filter),
    sql`(${hasText} OR (${digits} <> '' AND strpos(${number}, ${digits}) > 0))`,
  );
}

/** The condition of a selection. */
export function conditionOf(database: Database, selection: Selection): Condition {
  const both = bothKinds(database);
  return ({ id }) =>
    inArray(id, database.select({ id: both.id }).from(both).where(isSelected(both, selection)));
}

const PAGE_SIZE = 25;

/** A page of submissions of both kinds, the newest first, and whether there are more. */
export async function findSubmissions(database: Database, selection: Selection, page: number) {
  const both = bothKinds(database);
  const found = await database
    .select()
    .from(both)
    .where(isSelected(both, selection))
    .orderBy(desc(both.created_at), asc(both.id))
    .limit(PAGE_SIZE + 1)
    .offset((page - 1) * PAGE_SIZE);
  return { rows: found.slice(0, PAGE_SIZE), hasMore: found.length > PAGE_SIZE };
}

/** Numbers of submissions of both kinds by state; a state without submissions is absent. */
export async function countByState(database: Database): Promise<ReadonlyMap<State, number>> {
  const both = bothKinds(database);
  const rows = await database.select({ state: both.state, count: count() }).from(both).groupBy(both.state);
  return new Map(rows.map((row) => [row.state, row.count]));
}
