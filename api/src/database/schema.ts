import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

// A function: a column builder remembers the first table that used it.
const submission = () => ({
  id: uuid().primaryKey().defaultRandom(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull(),
  /** The client's name for this submission: a repeated request with it makes no second row. */
  idempotency_key: text().unique(),
  /** Hash of the payload: distinguishes a repeated request from another one under the same key. */
  fingerprint: text().notNull(),
  /** Why it may be spam. Suspected ones are kept apart and delivered to nobody until staff accept them. */
  suspicion: text(),
});

/** Job applications (specification, section 3). An optional field left empty is NULL. */
export const applications = pgTable(
  'applications',
  { ...submission(), city: text().notNull(), position: text().notNull(), resume_text: text() },
  (table) => [index().on(table.created_at)],
);

/** Contact messages (specification, section 3). An optional field left empty is NULL. */
export const messages = pgTable(
  'messages',
  { ...submission(), company: text(), service_type: text(), message: text().notNull() },
  (table) => [index().on(table.created_at)],
);

/**
 * The outbox: what is still to be told to somebody about a submission, written in the submission's own transaction.
 * A claim moves `next_attempt_at` past the attempt's deadline, so that a process that dies leaves the delivery to others.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey().defaultRandom(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    kind: text({ enum: ['applications', 'messages'] }).notNull(),
    submission_id: uuid().notNull(),
    channel: text({ enum: ['staff', 'confirmation', 'webhook'] }).notNull(),
    state: text({ enum: ['pending', 'delivered', 'dead'] })
      .notNull()
      .default('pending'),
    attempts: integer().notNull().default(0),
    next_attempt_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    delivered_at: timestamp({ withTimezone: true }),
    /** Why the last attempt failed, without personal data. */
    last_error: text(),
  },
  (table) => [
    unique().on(table.submission_id, table.channel),
    index()
      .on(table.next_attempt_at)
      .where(sql`state = 'pending'`),
  ],
);

/** Who is told of a submission: staff by mail, its sender by mail, or another program. */
export type Channel = (typeof deliveries.$inferSelect)['channel'];

/** Submissions per client and window, counted for all replicas. A client is a keyed hash of its address or prefix. */
export const submission_counts = pgTable(
  'submission_counts',
  {
    client: text().notNull(),
    window_start: timestamp({ withTimezone: true }).notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.client, table.window_start] }), index().on(table.window_start)],
);

/** Keys that all replicas share, made by the first one that needs them. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() });
