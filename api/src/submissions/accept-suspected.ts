import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '../database/database';
import { applications, deliveries, messages } from '../database/schema';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Clears a submission of its suspicion, and has it delivered on these channels (names, separated by commas), in one
 * transaction. Gives on how many, as `count` of its only row; no row when there is no such suspected submission.
 */
export async function* acceptSuspected(
  database: Database,
  { id = '', channels = '' }: Readonly<Record<string, string>>,
): AsyncGenerator<Record<string, string>> {
  if (!UUID.test(id))
    throw new Error(`“${id}” is no submission’s id; npm run submissions -w api -- suspected lists them`);
  const told = deliveries.channel.enumValues.filter((channel) => channels.split(',').includes(channel));
  const accepted = await database.transaction(async (transaction) => {
    for (const [kind, table] of [
      ['applications', applications],
      ['messages', messages],
    ] as const) {
      const cleared = await transaction
        .update(table)
        .set({ suspicion: null })
        .where(and(eq(table.id, id), isNotNull(table.suspicion)))
        .returning({ id: table.id });
      if (cleared.length === 0) continue;
      const rows = told.map((channel) => ({ kind, submission_id: id, channel }));
      if (rows.length > 0) await transaction.insert(deliveries).values(rows).onConflictDoNothing();
      return true;
    }
    return false;
  });
  if (accepted) yield { count: String(told.length) };
}
