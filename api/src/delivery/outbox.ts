import { and, asc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import {
  deliveries,
  SUBMISSIONS,
  type Channel,
  type StoredSubmission,
  type SubmissionKind,
} from '../database/schema';

/** A delivery that belongs to this process until its lease ends. */
export type ClaimedDelivery = Pick<
  typeof deliveries.$inferSelect,
  'id' | 'kind' | 'submission_id' | 'attempts'
>;

const isPending = sql`${deliveries.state} = 'pending'`;
const inMilliseconds = (milliseconds: number) => sql`now() + make_interval(secs => ${milliseconds / 1000})`;

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
      .where(and(isPending, eq(deliveries.channel, channel), lte(deliveries.next_attempt_at, sql`now()`)))
      .orderBy(asc(deliveries.next_attempt_at))
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  return database
    .with(due)
    .update(deliveries)
    .set({ attempts: sql`${deliveries.attempts} + 1`, next_attempt_at: inMilliseconds(leaseMs) })
    .where(inArray(deliveries.id, database.select({ id: due.id }).from(due)))
    .returning({
      id: deliveries.id,
      kind: deliveries.kind,
      submission_id: deliveries.submission_id,
      attempts: deliveries.attempts,
    });
}

/** The content of a delivery: a submission, with the delivery's own id, which is the same in every attempt. */
export interface Letter {
  readonly id: string;
  readonly kind: SubmissionKind;
  readonly submission: StoredSubmission;
}

/** The letter of a delivery; `undefined` when its submission has been erased. */
export async function readLetter(
  database: Database,
  { id, kind, submission_id }: ClaimedDelivery,
): Promise<Letter | undefined> {
  const { table } = SUBMISSIONS[kind];
  const [submission] = await database.select().from(table).where(eq(table.id, submission_id));
  return submission && { id, kind, submission };
}

export async function markDelivered(database: Database, { id }: ClaimedDelivery): Promise<void> {
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

/** Removes a delivery whose submission has been erased. */
export async function dropDelivery(database: Database, { id }: ClaimedDelivery): Promise<void> {
  await database.delete(deliveries).where(eq(deliveries.id, id));
}

interface Undelivered {
  readonly channel: Channel;
  readonly state: string;
  readonly count: number;
}

/** Numbers of pending and dead deliveries. */
export function countUndelivered(database: Database): Promise<Undelivered[]> {
  const { channel, state } = deliveries;
  return database
    .select({ channel, state, count: sql<number>`count(*)::integer` })
    .from(deliveries)
    .where(ne(state, 'delivered'))
    .groupBy(channel, state);
}
