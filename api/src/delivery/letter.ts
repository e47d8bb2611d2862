import { eq } from 'drizzle-orm';
import type { Database } from '../database/database';
import { applications, messages } from '../database/schema';
import type { ClaimedDelivery } from './outbox';

/** What is delivered: a submission, under the delivery's own id, which is the same at every attempt. */
export type Letter = { readonly id: string } & (
  | { readonly kind: 'applications'; readonly submission: typeof applications.$inferSelect }
  | { readonly kind: 'messages'; readonly submission: typeof messages.$inferSelect }
);

/** The letter of a delivery; `undefined` when its submission has been erased. */
export async function readLetter(
  database: Database,
  { id, kind, submission_id }: ClaimedDelivery,
): Promise<Letter | undefined> {
  if (kind === 'applications') {
    const [submission] = await database.select().from(applications).where(eq(applications.id, submission_id));
    return submission && { id, kind, submission };
  }
  const [submission] = await database.select().from(messages).where(eq(messages.id, submission_id));
  return submission && { id, kind, submission };
}
