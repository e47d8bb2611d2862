import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { deliveries, SUBMISSION_KINDS, SUBMISSIONS, type Channel } from '../database/schema';
import { asTexts, countSubmissions, listSubmissions, type Row } from './list-submissions';
import { applyRetention, erasePerson, exportPerson } from './personal-data';

/**
 * What commands do with submissions, each with a database and one argument: in their own process, or in the API that
 * holds the embedded database (`channel.ts`). So what goes in and what comes out is JSON.
 */
export const OPERATIONS = {
  list: listSubmissions,
  count: countSubmissions,
  accept: acceptSuspected,
  dead: listDeadLetters,
  retry: retryDeadLetters,
  export: exportPerson,
  erase: erasePerson,
  retention: applyRetention,
} as const;

export type OperationName = keyof typeof OPERATIONS;

/** Does an operation, wherever the database is. */
export type Operate = <Name extends OperationName>(
  name: Name,
  argument: Parameters<(typeof OPERATIONS)[Name]>[1],
) => ReturnType<(typeof OPERATIONS)[Name]>;

/** The submissions of a selection by the page, at least one: an empty table has its header too. */
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

/** Clears a submission of its suspicion, and has it delivered on these channels; `false` when there is none to clear. */
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

/** As many dead letters as anybody looks at. */
export const MOST_DEAD = 500;

/** Deliveries that were given up, the oldest first, at most `MOST_DEAD`; `id` is the submission's. */
async function listDeadLetters(database: Database): Promise<readonly Row[]> {
  const { created_at, kind, channel, attempts, last_error, submission_id } = deliveries;
  const rows = await database
    .select({ created_at, kind, channel, attempts, last_error, id: submission_id })
    .from(deliveries)
    .where(eq(deliveries.state, 'dead'))
    .orderBy(asc(created_at))
    .limit(MOST_DEAD);
  return rows.map(asTexts);
}

/** Makes dead letters pending again, due at once and with all their attempts: of one submission, else all. Gives how many. */
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
