import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { fieldsOf, type FormName } from '@vidlunnia/contracts';

// Functions: a column builder remembers the first table that used it.
const ownColumns = () => ({
  id: uuid().primaryKey().defaultRandom(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** The client's name for this submission: a repeated request with it makes no second row. */
  idempotency_key: text().unique(),
  /** Hash of the payload: distinguishes a repeated request from another one under the same key. */
  fingerprint: text().notNull(),
  /** Why it may be spam. Suspected ones are kept apart and delivered to nobody until staff accept them. */
  suspicion: text(),
});

/** Fields of both forms that the code knows by name. */
type SenderColumns = Readonly<Record<'name' | 'email', ReturnType<typeof requiredText>>>;
const requiredText = () => text().notNull();

/** A table of submissions: a column for each field of the form. An optional field that was left empty is NULL. */
function submissionTable(name: string, form: FormName) {
  const fields = Object.entries(fieldsOf(form)).map(([field, { required }]) => [
    field,
    required ? requiredText() : text(),
  ]);
  const columns = Object.fromEntries(fields) as SenderColumns;
  return pgTable(name, { ...ownColumns(), ...columns }, (table) => [index().on(table.created_at)]);
}

export const applications = submissionTable('applications', 'application');
export const messages = submissionTable('messages', 'contact');

/** The kinds of submissions by the names of their tables. */
export const SUBMISSIONS = {
  applications: { table: applications, fields: fieldsOf('application') },
  messages: { table: messages, fields: fieldsOf('contact') },
} as const;

export type SubmissionKind = keyof typeof SUBMISSIONS;
export const SUBMISSION_KINDS = ['applications', 'messages'] as const satisfies readonly SubmissionKind[];

/** A stored submission; the form's other fields stand beside those that are named here. */
export type StoredSubmission = typeof applications.$inferSelect;

/**
 * The outbox: what is still to be told to somebody about a submission, written in the submission's own transaction.
 * A claim moves `next_attempt_at` past the attempt's deadline, so that a process that dies leaves the delivery to others.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey().defaultRandom(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    kind: text({ enum: SUBMISSION_KINDS }).notNull(),
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

/** Keys that all replicas share, made by the first one that needs them. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() });
