import { and, eq, isNull, sql } from 'drizzle-orm';
import { SOURCE_FIELDS, type Source } from '@vidlunnia/contracts';
import type { Database } from '../database/database';
import { SUBMISSION_KINDS, SUBMISSIONS, visitCounts } from '../database/schema';

/** Rows of a table: a name and its numbers. */
export type Rows = readonly (readonly [name: string, ...counts: readonly number[]])[];

const local = (time: unknown) => sql`${time} AT TIME ZONE 'Europe/Kyiv'`;
const clicks: Readonly<Record<string, string>> = SOURCE_FIELDS.click.choices;
const UNKNOWN = 'Невідомо';

/** The most telling part of a source. */
function sourceName(source: Source | null): string {
  if (source === null) return UNKNOWN;
  const { utm_source, click = '', referrer } = source;
  return utm_source ?? clicks[click] ?? referrer?.replace(/^https?:\/\//, '') ?? 'Без реклами й чужих сайтів';
}

/** Adds up messages and applications by name. */
function tally(names: readonly string[] = []) {
  const counts = new Map(names.map((name) => [name, [0, 0] as [number, number]]));
  const rows = (): Rows => [...counts].map(([name, numbers]) => [name, ...numbers]);
  return {
    add(name: string, isApplication: boolean, count: number) {
      const [messages, applications] = counts.get(name) ?? [0, 0];
      counts.set(name, isApplication ? [messages, applications + count] : [messages + count, applications]);
    },
    rows,
    /** The largest first. */
    sorted: () => [...rows()].sort(([, ...one], [, ...other]) => sum(other) - sum(one)),
  };
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** What came in the last twelve weeks without suspected spam, and the visitors of the last week by day. */
export async function readFigures(database: Database) {
  const first = sql`date_trunc('week', ${local(sql`now()`)}) - interval '11 weeks'`;
  const begins = sql`generate_series(${first}, ${local(sql`now()`)}, interval '1 week') AS week`;
  const known = await database.select({ week: sql<string>`week::date::text` }).from(begins);
  const [weeks, sources, landings] = [tally(known.map(({ week }) => week)), tally(), tally()];
  for (const kind of SUBMISSION_KINDS) {
    const { created_at, source, suspicion } = SUBMISSIONS[kind].table;
    const week = sql<string>`date_trunc('week', ${local(created_at)})::date::text`;
    const groups = await database
      .select({ week, source, count: sql<number>`count(*)::integer` })
      .from(SUBMISSIONS[kind].table)
      .where(and(isNull(suspicion), sql`${local(created_at)} >= ${first}`))
      .groupBy(week, source);
    for (const group of groups) {
      const counted = [kind === 'applications', group.count] as const;
      weeks.add(group.week, ...counted);
      sources.add(sourceName(group.source), ...counted);
      landings.add(group.source?.landing ?? UNKNOWN, ...counted);
    }
  }
  const { remote, what, at, count } = visitCounts;
  const day = sql<string>`(${local(at)})::date::text`;
  const counts = await database
    .select({ day, visitors: sql<number>`sum(${count})::integer` })
    .from(visitCounts)
    .where(eq(what, 'visitors'))
    .groupBy(day, remote)
    .orderBy(day, sql`sum(${count}) DESC`);
  // A visitor counts for every remote, and once more for a remote's new release: the smallest number is right.
  const days: Rows = [...new Map(counts.map((each) => [each.day, each.visitors]))];
  return { weeks: weeks.rows(), sources: sources.sorted(), landings: landings.sorted(), days };
}
