import { lt, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { trials, type SubmissionKind } from '../database/schema';
import { wipeRemoved } from '../database/wipe-removed';

/** Older trials are removed first. */
const MAX_TRIALS = 1_000;
/** As long as a preview lasts. */
const MAX_DAYS = 14;

/**
 * Stores a preview's valid submission until the preview's end, in seconds since 1970. Trials are never listed or
 * delivered.
 */
export async function storeTrial(
  database: Database,
  kind: SubmissionKind,
  { token: _token, website: _website, ...fields }: Readonly<Record<string, string | undefined>>,
  until: number,
): Promise<void> {
  const ends_at = sql`least(to_timestamp(${until}), now() + make_interval(days => ${MAX_DAYS}::integer))`;
  await database.insert(trials).values({ kind, fields: JSON.stringify(fields), ends_at });
  await removeTrials(database);
}

/** Removes the trials of previews that have ended, and their text from the files. */
export async function removeTrials(database: Database): Promise<void> {
  const oldest = sql`${trials.id} IN (SELECT id FROM ${trials} ORDER BY created_at DESC OFFSET ${MAX_TRIALS}::integer)`;
  const isOver = or(lt(trials.ends_at, sql`now()`), oldest);
  const removed = await database.delete(trials).where(isOver).returning({ id: trials.id });
  if (removed.length > 0) await wipeRemoved(database);
}

/** Selects the trials of an e-mail address in any letter case. */
export const isTrialOf = (email: string) => sql`lower(${trials.fields}::jsonb ->> 'email') = lower(${email})`;
