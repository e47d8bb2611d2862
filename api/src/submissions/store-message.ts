import { eq } from 'drizzle-orm';
import type { ContactMessage } from '@vidlunnia/shared/contracts/schemas';
import type { Database } from '../database/database';
import { messages } from '../database/schema';
import { emptyToNull } from './empty-to-null';
import { storeOnce } from './store-once';

/**
 * Stores a contact message; resolves after the commit.
 * @throws KeyReusedError when the key belongs to another payload
 */
export function storeMessage(
  database: Database,
  sent: ContactMessage,
  key: string | undefined,
): Promise<void> {
  const { name, email, phone, message } = sent;
  const payload = {
    name,
    email,
    phone,
    company: emptyToNull(sent.company),
    service_type: emptyToNull(sent.service_type),
    message,
  };
  return storeOnce(
    {
      insert: async (mark) => {
        const rows = await database
          .insert(messages)
          .values({ ...payload, ...mark })
          .onConflictDoNothing({ target: messages.idempotency_key })
          .returning({ id: messages.id });
        return rows.length > 0;
      },
      fingerprintOf: async (taken) => {
        const { fingerprint } = messages;
        const rows = await database
          .select({ fingerprint })
          .from(messages)
          .where(eq(messages.idempotency_key, taken));
        return rows[0]?.fingerprint;
      },
    },
    payload,
    key,
  );
}
