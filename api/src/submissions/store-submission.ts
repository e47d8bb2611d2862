import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { ContactMessage, JobApplication } from '@vidlunnia/shared/contracts/schemas';
import type { Database } from '../database/database';
import { applications, messages } from '../database/schema';

/** The key names an earlier submission with another payload (draft-ietf-httpapi-idempotency-key-header, section 2.7). */
export class KeyReusedError extends Error {
  constructor() {
    super('The idempotency key was used with another payload');
    this.name = 'KeyReusedError';
  }
}

/**
 * Stores a job application; resolves after the commit.
 * @throws KeyReusedError when the key belongs to another payload
 */
export function storeApplication(
  database: Database,
  { name, email, phone, city, position, resume_text }: JobApplication,
  key: string | undefined,
): Promise<void> {
  const payload = { name, email, phone, city, position, resume_text: emptyToNull(resume_text) };
  return storeOnce(database, applications, payload, key, (mark) =>
    database
      .insert(applications)
      .values({ ...payload, ...mark })
      .onConflictDoNothing({ target: applications.idempotency_key })
      .returning({ id: applications.id }),
  );
}

/**
 * Stores a contact message; resolves after the commit.
 * @throws KeyReusedError when the key belongs to another payload
 */
export function storeMessage(
  database: Database,
  { name, email, phone, company, service_type, message }: ContactMessage,
  key: string | undefined,
): Promise<void> {
  const payload = {
    name,
    email,
    phone,
    company: emptyToNull(company),
    service_type: emptyToNull(service_type),
    message,
  };
  return storeOnce(database, messages, payload, key, (mark) =>
    database
      .insert(messages)
      .values({ ...payload, ...mark })
      .onConflictDoNothing({ target: messages.idempotency_key })
      .returning({ id: messages.id }),
  );
}

/** An optional field that was left empty, or out, is stored as NULL. */
const emptyToNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** Identifies a submission. */
interface Mark {
  readonly idempotency_key: string | null;
  readonly fingerprint: string;
}

/**
 * Stores a submission once, however often it is sent under one key.
 * @param insert inserts a row unless its key is taken, and gives what it inserted
 */
async function storeOnce(
  database: Database,
  table: typeof applications | typeof messages,
  payload: object,
  key: string | undefined,
  insert: (mark: Mark) => PromiseLike<readonly unknown[]>,
): Promise<void> {
  const fingerprint = createHash('sha256').update(JSON.stringify(payload)).digest('base64url');
  const inserted = await insert({ idempotency_key: key ?? null, fingerprint });
  if (inserted.length > 0) return;
  if (key === undefined) throw new KeyReusedError();
  const [earlier] = await database
    .select({ fingerprint: table.fingerprint })
    .from(table)
    .where(eq(table.idempotency_key, key));
  if (earlier?.fingerprint !== fingerprint) throw new KeyReusedError();
}
