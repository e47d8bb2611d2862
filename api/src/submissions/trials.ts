import { lt, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { trials, type SubmissionKind } from '../database/schema';

/** Trials that are kept; older ones go first. */
const MOST = 1_000;
/** Days for which a trial is kept at most: as long as a preview lasts. */
const LONGEST = 14;

/**
 * Stores a valid submission of a preview, until its end in seconds since 1970. It is in no list, and is delivered to
 * nobody.
 */
export async function storeTrial(
  database: Database,
  kind: SubmissionKind,
  { token: _token, website: _website, ...fields }: Readonly<Record<string, string | undefined>>,
  until: number,
): Promise<void> {
  const ends_at = sql`least(to_timestamp(${until}), now() + make_interval(days => ${LONGEST}::integer))`;
  await database.insert(trials).values({ kind, fields: JSON.stringify(fields), ends_at });
  await removeTrials(database);
}

/** Removes the trials of previews that have ended. */
export async function removeTrials(database: Database): Promise<void> {
  const oldest = sql`${trials.id} IN (SELECT id FROM ${trials} ORDER BY created_at DESC OFFSET ${MOST}::integer)`;
  await database.delete(trials).where(or(lt(trials.ends_at, sql`now()`), oldest));
}

/** Those of an e-mail address, whatever its letter case. */
export const isTrialOf = (email: string) => sql`lower(${trials.fields}::jsonb ->> 'email') = lower(${email})`;
