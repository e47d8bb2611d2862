import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database';
import { applications, messages, retentions } from '../database/schema';
import { wipeRemoved } from '../database/wipe-removed';
import { NOTHING, removeSubmissions, type Counts } from './personal-data';

const HOUR_MS = 3_600_000;
/** As much as one run removes by itself. */
const DAY_MS = 24 * HOUR_MS;

/** By how much the limit may follow a jump within an hour: it catches up as fast as time passes. */
const FOLLOWED_MS = 2 * HOUR_MS;

/** What a run has removed, or would remove. */
export interface Retention {
  /** Submissions created before this are removed; ISO 8601. */
  readonly before: string;
  readonly removed: Counts;
  /** Number of submissions that are too old by the database's clock, but kept, because it may be wrong. */
  readonly kept: number;
}

interface Options {
  /** 0 removes none. */
  readonly months: number;
  /** Whether to count only. */
  readonly dryRun?: boolean;
  /** Called before anything is removed, with what a run without `dryRun` removes. */
  readonly announce?: (planned: Retention) => unknown;
  /** `before` of this process's previous hourly run. With it, the limit follows a jump a little. */
  readonly previousLimit?: string | undefined;
  /** Today's date as a person knows it, in ISO 8601: then all that is too old is removed. */
  readonly today?: string | undefined;
}

/**
 * Removes submissions older than this number of months. A clock that is ahead would remove everything at once, for good.
 * So a run moves the limit only if it has moved by a day or less. After a larger jump (a wrong clock, a long stop, fewer
 * months) the limit stays; in a running API it follows by two hours per hour. Rows older than the last run's limit came
 * from a clock that was behind, so they are kept too.
 * @throws Error when `today` is not the date of the database's clock
 */
export async function applyRetention(
  database: Database,
  { months, dryRun = false, announce, previousLimit, today }: Options,
): Promise<Retention> {
  if (months === 0) return { before: new Date(0).toISOString(), removed: NOTHING, kept: 0 };
  const { now, due, begin } = await limits(database, months);
  if (today !== undefined && !(Math.abs(Date.parse(today) - now) < 2 * DAY_MS))
    throw new Error(
      `The database’s clock says ${new Date(now).toISOString()}, not ${today}; correct the wrong one`,
    );
  const isTrusted = today !== undefined || due - begin <= DAY_MS;
  // Relative to what this process saw, so that several replicas do not follow several times as fast.
  const followed = Math.min(Date.parse(previousLimit ?? ''), begin) + FOLLOWED_MS || begin;
  const limit = isTrusted ? due : Math.max(begin, followed);
  const from = today === undefined ? begin : 0;
  const isBetween = (start: number, end: number) => (table: typeof applications) =>
    sql`${table.created_at} >= ${instant(start)} AND ${table.created_at} < ${instant(end)}`;
  const tooOld = await removeSubmissions(database, isBetween(0, due), true);
  const planned = await removeSubmissions(database, isBetween(from, limit), true);
  const kept = submissionsIn(tooOld) - submissionsIn(planned);
  const before = new Date(limit).toISOString();
  await announce?.({ before, removed: planned, kept });
  if (dryRun) return { before, removed: planned, kept };
  const removed = await removeSubmissions(database, isBetween(from, limit));
  const reached = instant(today === undefined ? Math.max(begin, limit) : due);
  await database
    .insert(retentions)
    .values({ removed_before: reached })
    .onConflictDoUpdate({ target: retentions.id, set: { removed_before: reached } });
  if (submissionsIn(removed) > 0) await wipeRemoved(database);
  return { before, removed, kept };
}

export const submissionsIn = (counts: Counts): number => counts.applications + counts.messages;

/**
 * In whole milliseconds since 1970: the database's time, when a submission has to be younger, and the limit of the last
 * run. Before the first run, the newest submission is the last proof of a time.
 */
async function limits(database: Database, months: number) {
  const age = sql`make_interval(months => ${months}::integer)`;
  const created = sql`(SELECT created_at FROM ${applications} UNION ALL SELECT created_at FROM ${messages}) AS created`;
  const first = sql`(SELECT least(now() - ${age}, max(created_at) - ${age}, min(created_at)) FROM ${created})`;
  const last = sql`(SELECT ${retentions.removed_before} FROM ${retentions})`;
  const [row] = await database
    .select({
      now: milliseconds(sql`now()`),
      due: milliseconds(sql`now() - ${age}`),
      begin: milliseconds(sql`coalesce(${last}, ${first})`),
    })
    .from(sql`(VALUES (1)) AS one`);
  if (row === undefined) throw new Error('The database did not say its time');
  return row;
}

const milliseconds = (time: SQL) => sql`floor(extract(epoch FROM ${time}) * 1000)::float8`.mapWith(Number);

const instant = (at: number) => sql`to_timestamp(${at / 1000}::float8)`;
