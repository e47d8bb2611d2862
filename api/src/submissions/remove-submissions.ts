import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database';
import { applications, deliveries, messages } from '../database/schema';
import { wipeRemoved } from '../database/wipe-removed';

export type Submissions = typeof applications | typeof messages;

/** How many rows there are of each table that tells of people. */
export interface Counts {
  readonly applications: number;
  readonly messages: number;
  readonly deliveries: number;
}

/** Removes submissions of both kinds with their deliveries: all of them or, where something fails, none. */
export async function removeSubmissions(
  database: Database,
  condition: (table: Submissions) => SQL,
): Promise<Counts> {
  const counts = await database.transaction(async (transaction) => {
    const remove = async (table: Submissions, kind: 'applications' | 'messages') => {
      const ids = transaction.select({ id: table.id }).from(table).where(condition(table));
      const undelivered = await transaction
        .delete(deliveries)
        .where(and(eq(deliveries.kind, kind), inArray(deliveries.submission_id, ids)))
        .returning({ id: deliveries.id });
      const removed = await transaction.delete(table).where(condition(table)).returning({ id: table.id });
      return { removed: removed.length, deliveries: undelivered.length };
    };
    const ofApplications = await remove(applications, 'applications');
    const ofMessages = await remove(messages, 'messages');
    return {
      applications: ofApplications.removed,
      messages: ofMessages.removed,
      deliveries: ofApplications.deliveries + ofMessages.deliveries,
    };
  });
  if (counts.applications + counts.messages > 0) await wipeRemoved(database);
  return counts;
}
