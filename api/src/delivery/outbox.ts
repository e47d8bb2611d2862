import { and, asc, eq, gte, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import {
  deliveries,
  SUBMISSION_KINDS,
  SUBMISSIONS,
  type Channel,
  type StoredSubmission,
  type SubmissionKind,
} from '../database/schema';
import { withSingleLines } from '../submissions/single-lines';

/** A delivery that belongs to this process until its lease ends. */
export type ClaimedDelivery = typeof deliveries.$inferSelect;

const isPending = sql`${deliveries.state} = 'pending'`;
const inMilliseconds = (milliseconds: number) => sql`now() + make_interval(secs => ${milliseconds / 1000})`;

// Nothing waits longer than the longest pause between retries. A later time is from a clock that was ahead.
const isDue = sql`(${deliveries.next_attempt_at} <= now() OR ${deliveries.next_attempt_at} > now() + interval '6 hours')`;

/**
 * Claims due deliveries, at most `limit`; several processes get different ones. Times are the database's, so that
 * clocks need not agree. No transaction stays open: after the lease, unsettled deliveries are due again.
 */
export function claimDeliveries(
  database: Database,
  channel: Channel,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<ClaimedDelivery[]> {
  const due = database.$with('due').as(
    database
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(isPending, eq(deliveries.channel, channel), isDue))
      .orderBy(asc(deliveries.next_attempt_at))
      .limit(limit)
      // Stryker disable next-line ObjectLiteral,BooleanLiteral: without it, processes wait for each other's claims.
      .for('update', { skipLocked: true }),
  );
  return database
    .with(due)
    .update(deliveries)
    .set({ attempts: sql`${deliveries.attempts} + 1`, next_attempt_at: inMilliseconds(leaseMs) })
    .where(inArray(deliveries.id, database.select({ id: due.id }).from(due)))
    .returning();
}

export interface SubmissionOfKind {
  readonly kind: SubmissionKind;
  readonly submission: StoredSubmission;
}

/** The suspected submissions of a period: the first ones, and the number of all. */
export interface Digest {
  readonly kind: 'digest';
  readonly created_at: Date;
  readonly suspects: readonly SubmissionOfKind[];
  readonly count: number;
}

/** The content of a delivery. The id is the delivery's own, the same in every attempt. */
export type Letter = (SubmissionOfKind | Digest) & { readonly id: string };

/** The letter of a delivery; `undefined` when what it was about has been erased, or is no longer suspected. */
export async function readLetter(database: Database, delivery: ClaimedDelivery): Promise<Letter | undefined> {
  const { id, kind, submission_id } = delivery;
  if (kind === 'digest') return readDigest(database, delivery);
  const { table } = SUBMISSIONS[kind];
  const [submission] = await database.select().from(table).where(eq(table.id, submission_id));
  return submission && { id, ...inSingleLines(kind, submission) };
}

const inSingleLines = (kind: SubmissionKind, submission: StoredSubmission): SubmissionOfKind => ({
  kind,
  submission: withSingleLines(SUBMISSIONS[kind].fields, submission),
});

/** Most submissions of each kind in a digest. */
const MOST_SUSPECTS = 20;

async function readDigest(
  database: Database,
  { id, created_at }: ClaimedDelivery,
): Promise<Letter | undefined> {
  // The submission that created the digest may have started after others of its period. Queries end within seconds.
  const begin = sql`${created_at.toISOString()}::timestamptz - interval '10 seconds'`;
  const made = sql`${created_at.toISOString()}::timestamptz`;
  // Later ones have a digest of their own. A digest in the future is from a clock that was ahead, like its submissions.
  const end = sql`CASE WHEN ${made} > now() THEN ${made} + interval '15 minutes' ELSE now() - interval '1 minute' END`;
  const suspects: SubmissionOfKind[] = [];
  let count = 0;
  for (const kind of SUBMISSION_KINDS) {
    const { table } = SUBMISSIONS[kind];
    const isListed = and(isNotNull(table.suspicion), gte(table.created_at, begin), lt(table.created_at, end));
    count += await database.$count(table, isListed);
    const rows = await database
      .select()
      .from(table)
      .where(isListed)
      .orderBy(asc(table.created_at))
      .limit(MOST_SUSPECTS);
    suspects.push(...rows.map((submission) => inSingleLines(kind, submission)));
  }
  return count === 0 ? undefined : { id, created_at, kind: 'digest', suspects, count };
}

export async function markDelivered(database: Database, delivery: ClaimedDelivery): Promise<void> {
  const { id, kind } = delivery;
  // A digest belongs to no submission, so nothing removes it later.
  if (kind === 'digest') return dropDelivery(database, delivery);
  await database
    .update(deliveries)
    .set({ state: 'delivered', delivered_at: sql`now()`, last_error: null })
    .where(eq(deliveries.id, id));
}

/** Records why an attempt failed, unless its lease has ended and another process has claimed the delivery. */
export async function markFailed(
  database: Database,
  { id, attempts }: ClaimedDelivery,
  reason: string,
  /** Milliseconds until the next attempt; if absent, there is none. */
  retryMs: number | undefined,
): Promise<void> {
  const next =
    retryMs === undefined ? { state: 'dead' as const } : { next_attempt_at: inMilliseconds(retryMs) };
  await database
    .update(deliveries)
    .set({ last_error: reason, ...next })
    .where(and(eq(deliveries.id, id), eq(deliveries.attempts, attempts), isPending));
}

/** Removes a delivery with nothing left to do. */
export async function dropDelivery(database: Database, { id }: ClaimedDelivery): Promise<void> {
  await database.delete(deliveries).where(eq(deliveries.id, id));
}

/** Numbers of pending and dead deliveries. */
export function countUndelivered(database: Database) {
  const { channel, state } = deliveries;
  return database
    .select({ channel, state, count: sql<number>`count(*)::integer` })
    .from(deliveries)
    .where(ne(state, 'delivered'))
    .groupBy(channel, state);
}
