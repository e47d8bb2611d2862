import { createHmac } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { submission_counts } from '../database/schema';

/** Milliseconds of a window. */
export const WINDOW = 60_000;

interface Submission {
  readonly key: Buffer;
  /** Address or prefix of its sender, and the form's address: each form is counted by itself. */
  readonly client: string;
  readonly form: string;
  /** Milliseconds of the epoch. */
  readonly now: number;
}

/** Counts a submission for all replicas; gives how many its client has sent to that form in this window. */
export async function countSubmission(
  database: Database,
  { key, client, form, now }: Submission,
): Promise<number> {
  const [row] = await database
    .insert(submission_counts)
    .values({
      // Addresses are personal data: what is stored tells them apart, and no more.
      client: createHmac('sha256', key).update(`client ${form} ${client}`).digest('base64url'),
      window_start: windowOf(now),
      count: 1,
    })
    .onConflictDoUpdate({
      target: [submission_counts.client, submission_counts.window_start],
      set: { count: sql`${submission_counts.count} + 1` },
    })
    .returning({ count: submission_counts.count });
  return row?.count ?? 0;
}

/** Deletes the counts of windows that are over. */
export async function purgeCounts(database: Database, now: number): Promise<void> {
  await database.delete(submission_counts).where(lt(submission_counts.window_start, windowOf(now)));
}

export const windowOf = (now: number): Date => new Date(Math.floor(now / WINDOW) * WINDOW);
