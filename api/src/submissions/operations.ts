import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { deliveries, SUBMISSION_KINDS, SUBMISSIONS, type Channel } from '../database/schema';
import { stateOf, type MARKS } from './list-submissions';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A submission and its state; `undefined` if none has the id. */
export async function findSubmission(database: Database, id: string) {
  if (!UUID.test(id)) return undefined;
  for (const kind of SUBMISSION_KINDS) {
    const { table } = SUBMISSIONS[kind];
    const [found] = await database
      .select({ submission: table, state: stateOf(table) })
      .from(table)
      .where(eq(table.id, id));
    if (found) return { kind, ...found };
  }
  return undefined;
}

export type FoundSubmission = NonNullable<Awaited<ReturnType<typeof findSubmission>>>;

/** Removes the suspicion of a submission, and queues its delivery on these channels; `false` if it is not suspected. */
export async function acceptSuspected(
  database: Database,
  id: string,
  channels: readonly Channel[],
): Promise<boolean> {
  const { kind } = (await findSubmission(database, id)) ?? {};
  if (kind === undefined) return false;
  const { table } = SUBMISSIONS[kind];
  return database.transaction(async (transaction) => {
    const cleared = await transaction
      .update(table)
      .set({ suspicion: null, version: sql`${table.version} + 1` })
      .where(and(eq(table.id, id), isNotNull(table.suspicion)))
      .returning({ id: table.id });
    if (cleared.length === 0) return false;
    const rows = channels.map((channel) => ({ kind, submission_id: id, channel }));
    if (rows.length > 0) await transaction.insert(deliveries).values(rows).onConflictDoNothing();
    return true;
  });
}

/** What the staff says about a submission. */
export interface Mark {
  readonly state: (typeof MARKS)[number];
  readonly note: string;
}

/** Marks a submission that still has this version; `false` if it has been changed since, is gone, or suspected. */
export async function markSubmission(
  database: Database,
  { kind, submission: { id, version: found } }: FoundSubmission,
  { state, note }: Mark,
  version = found,
): Promise<boolean> {
  const { table } = SUBMISSIONS[kind];
  // The first answer counts.
  const answered_at = state === 'answered' ? sql`coalesce(${table.answered_at}, now())` : null;
  const marked = await database
    .update(table)
    .set({
      in_work: state === 'in_work',
      answered_at,
      note: note || null,
      version: sql`${table.version} + 1`,
    })
    .where(and(eq(table.id, id), eq(table.version, version), isNull(table.suspicion)))
    .returning({ id: table.id });
  return marked.length > 0;
}

/** Notes that a submission is answered, or with `undo` that it is not; `false` if none but a suspected one has the id. */
export async function noteAnswered(database: Database, id: string, undo: boolean): Promise<boolean> {
  const found = await findSubmission(database, id);
  if (!found) return false;
  return markSubmission(database, found, {
    state: undo ? 'new' : 'answered',
    note: found.submission.note ?? '',
  });
}

/** The deliveries of a submission. */
export const deliveriesOf = (database: Database, id: string) =>
  database.select().from(deliveries).where(eq(deliveries.submission_id, id)).orderBy(deliveries.channel);

/** Dead deliveries, the oldest first; `id` is the submission's. */
export function listDeadLetters(database: Database) {
  const { created_at, kind, channel, attempts, last_error, submission_id } = deliveries;
  return database
    .select({ created_at, kind, channel, attempts, last_error, id: submission_id })
    .from(deliveries)
    .where(eq(deliveries.state, 'dead'))
    .orderBy(asc(created_at));
}

/**
 * Makes dead letters pending again, due now and with all attempts: those of one submission, else all. Returns their
 * number.
 */
export async function retryDeadLetters(database: Database, id: string | undefined): Promise<number> {
  if (id !== undefined && !UUID.test(id)) return 0;
  const retried = await database
    .update(deliveries)
    .set({ state: 'pending', attempts: 0, next_attempt_at: sql`now()` })
    .where(and(eq(deliveries.state, 'dead'), id === undefined ? undefined : eq(deliveries.submission_id, id)))
    .returning({ id: deliveries.id });
  return retried.length;
}
