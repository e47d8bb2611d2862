import { createHash } from 'node:crypto';
import { eq, sql, type WithSubquery } from 'drizzle-orm';
import type { ContactMessage, JobApplication } from '@vidlunnia/contracts/schemas';
import type { Database } from '../database/database';
import { applications, deliveries, messages, type Channel } from '../database/schema';

/** The key names an earlier submission with another payload (draft-ietf-httpapi-idempotency-key-header, section 2.7). */
export class KeyReusedError extends Error {
  constructor() {
    super('The idempotency key was used with another payload');
    this.name = 'KeyReusedError';
  }
}

/** Who hears of a submission, unless it is suspected. */
export interface Sending {
  /** Why it may be spam: it is stored, and delivered to nobody. */
  readonly suspicion?: string | undefined;
  /** Channels on which it is delivered. */
  readonly channels?: readonly Channel[];
}

/**
 * Stores a job application and its deliveries; resolves after the commit.
 * @throws KeyReusedError when the key belongs to another payload
 */
export function storeApplication(
  database: Database,
  { name, email, phone, city, position, resume_text }: JobApplication,
  key: string | undefined,
  sending: Sending = {},
): Promise<void> {
  const payload = { name, email, phone, city, position, resume_text: emptyToNull(resume_text) };
  return storeOnce(database, { kind: 'applications', table: applications, payload, key, sending }, (mark) =>
    database.$with('stored').as(
      database
        .insert(applications)
        .values({ ...payload, ...mark })
        .onConflictDoNothing({ target: applications.idempotency_key })
        .returning({ id: applications.id }),
    ),
  );
}

/**
 * Stores a contact message and its deliveries; resolves after the commit.
 * @throws KeyReusedError when the key belongs to another payload
 */
export function storeMessage(
  database: Database,
  { name, email, phone, company, service_type, message }: ContactMessage,
  key: string | undefined,
  sending: Sending = {},
): Promise<void> {
  const payload = {
    name,
    email,
    phone,
    company: emptyToNull(company),
    service_type: emptyToNull(service_type),
    message,
  };
  return storeOnce(database, { kind: 'messages', table: messages, payload, key, sending }, (mark) =>
    database.$with('stored').as(
      database
        .insert(messages)
        .values({ ...payload, ...mark })
        .onConflictDoNothing({ target: messages.idempotency_key })
        .returning({ id: messages.id }),
    ),
  );
}

/** An optional field that was left empty, or out, is stored as NULL. */
const emptyToNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** A submission on its way into the database. */
interface Incoming {
  readonly kind: 'applications' | 'messages';
  readonly table: typeof applications | typeof messages;
  readonly payload: object;
  readonly key: string | undefined;
  readonly sending: Sending;
}

/** What the API alone knows of a submission. */
interface Mark {
  readonly idempotency_key: string | null;
  readonly fingerprint: string;
  readonly suspicion: string | null;
}

/**
 * Stores a submission once, however often it is sent under one key.
 * @param insert what inserts its row unless the key is taken, and gives what it inserted, as `stored`
 */
async function storeOnce(
  database: Database,
  { kind, table, payload, key, sending: { suspicion, channels = [] } }: Incoming,
  insert: (mark: Mark) => WithSubquery<'stored', { readonly id: unknown }>,
): Promise<void> {
  const fingerprint = createHash('sha256').update(JSON.stringify(payload)).digest('base64url');
  const stored = insert({ idempotency_key: key ?? null, fingerprint, suspicion: suspicion ?? null });
  // One statement is one transaction, and one round trip: neither is ever there without the other.
  const told = suspicion === undefined ? channels : [];
  const outbox = database.$with('outbox').as(
    database.insert(deliveries).select(sql`
      SELECT gen_random_uuid(), now(), ${kind}, stored.id, channel, 'pending', 0, now(), NULL, NULL
      FROM stored, unnest(${sql.param(told)}::text[]) AS channel`),
  );
  const inserted = await database
    .with(stored, outbox)
    .select({ id: sql`stored.id` })
    .from(stored);
  if (inserted.length > 0) return;
  if (key === undefined) throw new KeyReusedError();
  const [earlier] = await database
    .select({ fingerprint: table.fingerprint })
    .from(table)
    .where(eq(table.idempotency_key, key));
  if (earlier?.fingerprint !== fingerprint) throw new KeyReusedError();
}
