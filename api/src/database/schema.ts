import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

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
