import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { fieldsOf, type FormName, type Source } from '@vidlunnia/contracts';

// Functions, because a column builder belongs to the first table that uses it.
const ownColumns = () => ({
  id: uuid().primaryKey().defaultRandom(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  /** The client's key for this submission: a repeated request with it does not add a row. */
  idempotency_key: text().unique(),
  /** Hash of the payload: distinguishes a repeated request from another one with the same key. */
  fingerprint: text().notNull(),
  /** Why it may be spam. Suspected submissions are listed separately and not delivered until staff accept them. */
  suspicion: text(),
  /** When staff noted that they have answered; NULL while they have not. */
  answered_at: timestamp({ withTimezone: true }),
  /** Where the sender's visit came from; NULL if unknown. */
  source: jsonb().$type<Source>(),
  /** Whether somebody on the staff is dealing with it; `answered_at` comes first. */
  in_work: boolean().notNull().default(false),
  /** The staff's own words about it. */
  note: text(),
  /** Counts the staff's changes, so that nobody overwrites a change that they have not seen. */
  version: integer().notNull().default(0),
});

/** Fields of both forms that the code uses by name. */
type SenderColumns = Readonly<Record<'name' | 'email', ReturnType<typeof requiredText>>>;
const requiredText = () => text().notNull();

/** A table of submissions: a column for each field of the form. An empty optional field is NULL. */
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

/** The kinds of submissions by table name. */
export const SUBMISSIONS = {
  applications: { table: applications, fields: fieldsOf('application') },
  messages: { table: messages, fields: fieldsOf('contact') },
} as const;

export type SubmissionKind = keyof typeof SUBMISSIONS;
export const SUBMISSION_KINDS = ['applications', 'messages'] as const satisfies readonly SubmissionKind[];
/** Kinds of deliveries: submissions, and digests of suspected spam for staff (`digest-period.ts`). */
const DELIVERY_KINDS = [...SUBMISSION_KINDS, 'digest'] as const;

/** A stored submission; the form's other fields exist in addition to those in this type. */
export type StoredSubmission = typeof applications.$inferSelect;

/**
 * The outbox: notifications that have to be delivered for a submission, written in the submission's transaction. A
 * claim sets `next_attempt_at` past the attempt's deadline, so that other processes take over from one that dies.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey().defaultRandom(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    kind: text({ enum: DELIVERY_KINDS }).notNull(),
    /** A digest's id is derived from its period. */
    submission_id: uuid().notNull(),
    channel: text({ enum: ['staff', 'confirmation', 'webhook', 'telegram'] }).notNull(),
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

/** Recipients of a submission: staff by mail, its sender by mail, another program, or the staff's chat. */
export type Channel = (typeof deliveries.$inferSelect)['channel'];

/** Keys that all replicas share; the first replica that needs a key generates it. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() });

/** Forms from previews, stored by older APIs only; rows are removed. Drop it when no such API runs. */
export const trials = pgTable(
  'trials',
  {
    id: uuid().primaryKey().defaultRandom(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    kind: text({ enum: SUBMISSION_KINDS }).notNull(),
    /** JSON. */
    fields: text().notNull(),
    /** When its preview ends. */
    ends_at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.ends_at)],
);

/** Columns that name a release. */
const releaseColumns = () => ({
  id: uuid().primaryKey().defaultRandom(),
  remote: text().notNull(),
  version: text().notNull(),
});

/** What the shells counted of visits, by release and minute. */
export const visitCounts = pgTable(
  'visit_counts',
  {
    ...releaseColumns(),
    at: timestamp({ withTimezone: true }).notNull(),
    what: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [unique().on(table.remote, table.version, table.at, table.what), index().on(table.at)],
);

/** Releases that were withdrawn because they harmed visitors. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    ...releaseColumns(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    reason: text().notNull(),
  },
  (table) => [unique().on(table.remote, table.version)],
);

/** How far retention has come, in one row. */
export const retentions = pgTable('retentions', {
  id: integer().primaryKey().default(1),
  /** Submissions created before this have been removed. */
  removed_before: timestamp({ withTimezone: true }).notNull(),
});
