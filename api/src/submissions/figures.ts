import { and, desc, eq, gte, ne, sql, type SQL } from 'drizzle-orm';
import { SOURCE_FIELDS } from '@vidlunnia/contracts';
import type { Database } from '../database/database';
import { visitCounts } from '../database/schema';
import { bothKinds } from './both-kinds';

/** A row of a table: a name and its numbers. */
export interface Row {
  readonly name: string;
  readonly counts: readonly number[];
}

const local = (time: unknown) => sql`${time} AT TIME ZONE 'Europe/Kyiv'`;
const weekOf = (time: unknown) => sql`date_trunc('week', ${local(time)})`;
const UNKNOWN = 'Невідомо';

/** What came in the last twelve weeks without suspected spam, and the visitors of the last week by day. */
export async function readFigures(database: Database) {
  const both = bothKinds(database);
  const { kind, created_at, source, state } = both;
  const counts = sql<number[]>`ARRAY[
    count(*) FILTER (WHERE ${kind} = 'messages'), count(*) FILTER (WHERE ${kind} = 'applications')]::integer[]`;
  const first = sql`${weekOf(sql`now()`)} - interval '11 weeks'`;
  const isAccepted = ne(state, 'suspected');

  const begins = sql`generate_series(${first}, ${local(sql`now()`)}, interval '1 week') AS week`;
  const weeks = await database
    .select({ name: sql<string>`week::date::text`, counts })
    .from(begins)
    .leftJoin(both, and(isAccepted, eq(sql`week`, weekOf(created_at))))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
  const countBy = (name: SQL<string>) =>
    database
      .select({ name, counts })
      .from(both)
      .where(and(isAccepted, gte(local(created_at), first)))
      .groupBy(sql`1`)
      .orderBy(sql`count(*) DESC`);
  // The most telling part.
  const sources = await countBy(sql`
    CASE WHEN ${source} IS NULL THEN ${UNKNOWN} ELSE coalesce(
      ${source} ->> 'utm_source',
      ${JSON.stringify(SOURCE_FIELDS.click.choices)}::jsonb ->> (${source} ->> 'click'),
      regexp_replace(${source} ->> 'referrer', '^https?://', ''),
      'Без реклами й чужих сайтів') END`);
  const landings = await countBy(sql`coalesce(${source} ->> 'landing', ${UNKNOWN})`);

  const { remote, what, at, count } = visitCounts;
  const day = sql<string>`(${local(at)})::date::text`;
  const visitors = sql<number>`sum(${count})::integer`;
  const visits = await database
    .select({ day, visitors })
    .from(visitCounts)
    .where(eq(what, 'visitors'))
    .groupBy(day, remote)
    .orderBy(day, desc(visitors));
  // Each visitor is counted once for every release of a remote, so the day's smallest number is right.
  const days = new Map(visits.map(({ day: name, visitors }) => [name, { name, counts: [visitors] }]));
  return { weeks, sources, landings, days: [...days.values()] };
}
