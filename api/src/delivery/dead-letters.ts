import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../database/database';
import { deliveries } from '../database/schema';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The fields of a dead letter, in the order in which they are listed; `id` is the submission's. */
export const DEAD_LETTER_FIELDS = ['created_at', 'kind', 'channel', 'attempts', 'last_error', 'id'] as const;

const PAGE = 500;

/** Deliveries that were given up, page by page. */
export async function* listDeadLetters(database: Database): AsyncGenerator<Record<string, string | null>> {
  const isDead = eq(deliveries.state, 'dead');
  let last: string | undefined;
  do {
    const after = last === undefined ? undefined : gt(deliveries.id, last);
    const rows = await database
      .select()
      .from(deliveries)
      .where(and(isDead, after))
      .orderBy(asc(deliveries.id))
      .limit(PAGE);
    for (const { created_at, kind, channel, attempts, last_error, submission_id } of rows) {
      yield {
        ...{ created_at: created_at.toISOString(), kind, channel, last_error },
        ...{ attempts: String(attempts), id: submission_id },
      };
    }
    last = rows.length === PAGE ? rows.at(-1)?.id : undefined;
  } while (last !== undefined);
}

/**
 * Makes dead letters pending again, due at once and with all their attempts: those of one submission, else all. Gives
 * how many, as `count` of its only row.
 */
export async function* retryDeadLetters(
  database: Database,
  { id }: Readonly<Record<string, string>>,
): AsyncGenerator<Record<string, string>> {
  if (id !== undefined && !UUID.test(id))
    throw new Error(`“${id}” is no submission’s id; npm run submissions -w api -- dead lists them`);
  const retried = await database
    .update(deliveries)
    .set({ state: 'pending', attempts: 0, next_attempt_at: sql`now()` })
    .where(and(eq(deliveries.state, 'dead'), id === undefined ? undefined : eq(deliveries.submission_id, id)))
    .returning({ id: deliveries.id });
  yield { count: String(retried.length) };
}
