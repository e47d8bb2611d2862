import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Source } from '@vidlunnia/contracts';
import type { Database } from '../database/database';
import { deliveries, SUBMISSIONS, type Channel, type SubmissionKind } from '../database/schema';
import { digestDue, digestId } from './digest-period';

/**
 * The key belongs to an earlier submission with another payload (draft-ietf-httpapi-idempotency-key-header, section
 * 2.7).
 */
export class KeyReusedError extends Error {}

/** Data about a submission in addition to its fields. */
interface Circumstances {
  /** The client's key: a submission is stored once, however often it is sent. */
  readonly key?: string | undefined;
  /** Why it may be spam: then it is stored, but not delivered; a digest tells staff of it. */
  readonly suspicion?: string | undefined;
  /** Where the sender's visit came from. */
  readonly source?: Source | undefined;
  /** Channels on which it is delivered. */
  readonly channels?: readonly Channel[];
}

/** The channels that tell staff of suspected spam. Its sender is told nothing. */
export const digestChannels = (channels: readonly Channel[]) =>
  channels.filter((channel) => channel !== 'confirmation');

/**
 * Stores a valid submission and its deliveries; resolves after the commit.
 * @throws KeyReusedError when the key belongs to another payload
 */
export async function storeSubmission(
  database: Database,
  kind: SubmissionKind,
  body: Readonly<Record<string, string | undefined>>,
  { key, suspicion, source, channels = [] }: Circumstances = {},
): Promise<void> {
  const { table, fields } = SUBMISSIONS[kind];
  const filled = Object.keys(fields).flatMap((field): [string, string][] =>
    body[field] ? [[field, body[field]]] : [],
  );
  const fingerprint = createHash('sha256').update(JSON.stringify(filled)).digest('base64url');
  const row: object = { ...Object.fromEntries(filled), fingerprint, idempotency_key: key, suspicion, source };
  const stored = database.$with('stored').as(
    database
      .insert(table)
      // The schema of the body and the table's columns are generated from the same fields.
      .values(row as typeof table.$inferInsert)
      // Only its key can be stored already: its id is random.
      .onConflictDoNothing()
      .returning({ id: table.id }),
  );
  // One statement is one transaction, and one round trip: both are stored, or neither.
  const [about, subject, due, told] =
    suspicion === undefined
      ? [kind, sql`stored.id`, sql`now()`, channels]
      : ['digest', digestId, digestDue, digestChannels(channels)];
  const outbox = database.$with('outbox').as(
    database
      .insert(deliveries)
      .select(
        sql`
          SELECT gen_random_uuid(), now(), ${about}, ${subject}, channel, 'pending', 0, ${due}, NULL, NULL
          FROM stored, unnest(${sql.param(told)}::text[]) AS channel`,
      )
      // A period has one digest.
      .onConflictDoNothing(),
  );
  const inserted = await database.with(stored, outbox).select().from(stored);
  if (inserted.length > 0) return;
  const [earlier] = await database
    .select({ fingerprint: table.fingerprint })
    .from(table)
    .where(eq(table.idempotency_key, key ?? ''));
  if (earlier?.fingerprint !== fingerprint) throw new KeyReusedError();
}
