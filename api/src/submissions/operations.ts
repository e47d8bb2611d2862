import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { deliveries, SUBMISSION_KINDS, SUBMISSIONS, type Channel } from '../database/schema';
import { asTexts, countSubmissions, listSubmissions, type Row } from './list-submissions';
import { erasePerson, exportPerson } from './personal-data';
import { applyRetention } from './retention';

/**
 * Operations of commands on submissions, each with a database and one argument: in the command's process, or in the API
 * that holds the embedded database (`channel.ts`). So arguments and results are JSON.
 */
export const OPERATIONS = {
  list: listSubmissions,
  count: countSubmissions,
  accept: acceptSuspected,
  answered: noteAnswered,
  dead: listDeadLetters,
  retry: retryDeadLetters,
  export: exportPerson,
  erase: erasePerson,
  retention: applyRetention,
} as const;

export type OperationName = keyof typeof OPERATIONS;

/** Runs an operation, wherever the database is. */
export type Operate = <Name extends OperationName>(
  name: Name,
  argument: Parameters<(typeof OPERATIONS)[Name]>[1],
) => ReturnType<(typeof OPERATIONS)[Name]>;

/** The submissions of a selection in pages, at least one: an empty table has a header too. */
export async function* pagesOf(
  operate: Operate,
  selection: Parameters<typeof listSubmissions>[1],
): AsyncGenerator<readonly Row[]> {
  let page = await operate('list', selection);
  yield page.rows;
  while (page.next) {
    page = await operate('list', { ...selection, after: page.next });
    yield page.rows;
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Removes the suspicion of a submission, and queues its delivery on these channels; `false` if it is not suspected. */
async function acceptSuspected(
  database: Database,
  { id, channels }: { readonly id: string; readonly channels: readonly Channel[] },
): Promise<boolean> {
  if (!UUID.test(id)) return false;
  return database.transaction(async (transaction) => {
    for (const kind of SUBMISSION_KINDS) {
      const { table } = SUBMISSIONS[kind];
      const cleared = await transaction
        .update(table)
        .set({ suspicion: null })
        .where(and(eq(table.id, id), isNotNull(table.suspicion)))
        .returning({ id: table.id });
      if (cleared.length === 0) continue;
      const rows = channels.map((channel) => ({ kind, submission_id: id, channel }));
      if (rows.length > 0) await transaction.insert(deliveries).values(rows).onConflictDoNothing();
      return true;
    }
    return false;
  });
}

/** Notes that a submission is answered, or with `undo` that it is not; `false` if none but a suspected one has the id. */
async function noteAnswered(
  database: Database,
  { id, undo }: { readonly id: string; readonly undo: boolean },
): Promise<boolean> {
  if (!UUID.test(id)) return false;
  for (const kind of SUBMISSION_KINDS) {
    const { table } = SUBMISSIONS[kind];
    const noted = await database
      .update(table)
      // The first answer counts.
      .set({ answered_at: undo ? null : sql`coalesce(${table.answered_at}, now())` })
      .where(and(eq(table.id, id), isNull(table.suspicion)))
      .returning({ id: table.id });
    if (noted.length > 0) return true;
  }
  return false;
}

/** Maximum number of dead letters in a list. */
export const MAX_DEAD = 500;

/** Dead deliveries, the oldest first, at most `MAX_DEAD`; `id` is the submission's. */
async function listDeadLetters(database: Database): Promise<readonly Row[]> {
  const { created_at, kind, channel, attempts, last_error, submission_id } = deliveries;
  const rows = await database
    .select({ created_at, kind, channel, attempts, last_error, id: submission_id })
    .from(deliveries)
    .where(eq(deliveries.state, 'dead'))
    .orderBy(asc(created_at))
    .limit(MAX_DEAD);
  return rows.map(asTexts);
}

/**
 * Makes dead letters pending again, due now and with all attempts: those of one submission, else all. Returns their
 * number.
 */
async function retryDeadLetters(
  database: Database,
  { id }: { readonly id?: string | undefined },
): Promise<number> {
  if (id !== undefined && !UUID.test(id)) return 0;
  const retried = await database
    .update(deliveries)
    .set({ state: 'pending', attempts: 0, next_attempt_at: sql`now()` })
    .where(and(eq(deliveries.state, 'dead'), id === undefined ? undefined : eq(deliveries.submission_id, id)))
    .returning({ id: deliveries.id });
  return retried.length;
}
