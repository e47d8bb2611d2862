import { sql } from 'drizzle-orm';
import { SUBMISSION_KINDS, SUBMISSIONS } from '../database/schema';

// Suspected submissions are reported by periods, so that a flood of spam is no flood of mails. Times are the database's,
// so that all replicas mean the same period.

const beginOf = (length: string) => sql`date_bin(interval '${sql.raw(length)}', now(), timestamptz 'epoch')`;

const hadSuspects = sql.join(
  SUBMISSION_KINDS.map((kind) => {
    const { suspicion, created_at } = SUBMISSIONS[kind].table;
    return sql`EXISTS (
      SELECT FROM ${SUBMISSIONS[kind].table}
      WHERE ${suspicion} IS NOT NULL
        AND ${created_at} >= now() - interval '1 hour' AND ${created_at} < ${beginOf('5 minutes')})`;
  }),
  sql` OR `,
);

/**
 * When the digest for a submission of now is due: a minute after the end of its period. By then every submission of the
 * period is committed. A period is five minutes if the hour before had no suspected submission, else a quarter of an hour.
 */
export const digestDue = sql`CASE WHEN ${hadSuspects}
  THEN ${beginOf('15 minutes')} + interval '16 minutes'
  ELSE ${beginOf('5 minutes')} + interval '6 minutes' END`;

/** The same id for every submission of a period, so a period has one digest for each channel. */
export const digestId = sql`md5('digest ' || extract(epoch FROM ${digestDue}))::uuid`;
