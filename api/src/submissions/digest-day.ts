import { sql, type SQL } from 'drizzle-orm';

// Suspected submissions are counted by days that begin at nine in Kyiv, when staff come to work. Times are the
// database's, so that all replicas mean the same day.

/** The day of an instant, as a date without a time zone. */
const dayOf = (instant: SQL) =>
  sql`date_trunc('day', (${instant})::timestamptz AT TIME ZONE 'Europe/Kyiv' - interval '9 hours')`;

/** The first instant of a day, or of a later one. */
const beginOf = (day: SQL, later = 0) =>
  sql`(${day} + make_interval(days => ${later}::integer, hours => 9)) AT TIME ZONE 'Europe/Kyiv'`;

/** Whether a time is in the same day as an instant. */
export const isInDayOf = (instant: SQL, time: SQL): SQL =>
  sql`${time} >= ${beginOf(dayOf(instant))} AND ${time} < ${beginOf(dayOf(instant), 1)}`;

/**
 * When the digest of an instant's day is due: a minute after the day's end. By then every submission of the day is
 * committed, so no second digest follows.
 */
export const digestDue = (instant: SQL): SQL => sql`${beginOf(dayOf(instant), 1)} + interval '1 minute'`;

/** The same id for every instant of a day, so a day has one digest. */
export const digestId = (instant: SQL): SQL =>
  sql`md5('digest ' || to_char(${dayOf(instant)}, 'YYYY-MM-DD'))::uuid`;
