import { eq } from 'drizzle-orm';
import type { JobApplication } from '@vidlunnia/shared/contracts/schemas';
import type { Database } from '../database/database';
import { applications } from '../database/schema';
import { emptyToNull } from './empty-to-null';
import { storeOnce } from './store-once';

/**
 * Stores a job application; resolves after the commit.
 * @throws KeyReusedError when the key belongs to another payload
 */
export function storeApplication(
  database: Database,
  sent: JobApplication,
  key: string | undefined,
): Promise<void> {
  const { name, email, phone, city, position } = sent;
  const payload = { name, email, phone, city, position, resume_text: emptyToNull(sent.resume_text) };
  return storeOnce(
    {
      insert: async (mark) => {
        const rows = await database
          .insert(applications)
          .values({ ...payload, ...mark })
          .onConflictDoNothing({ target: applications.idempotency_key })
          .returning({ id: applications.id });
        return rows.length > 0;
      },
      fingerprintOf: async (taken) => {
        const { fingerprint } = applications;
        const rows = await database
          .select({ fingerprint })
          .from(applications)
          .where(eq(applications.idempotency_key, taken));
        return rows[0]?.fingerprint;
      },
    },
    payload,
    key,
  );
}
