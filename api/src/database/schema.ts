import { customType, index, integer, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Services in the order of their file; columns as in the contract's `Service`. */
export const services = pgTable('services', {
  position: integer().primaryKey(),
  title: text().notNull(),
  description: text().notNull(),
  icon_url: text().notNull(),
  features: text().array().notNull(),
  price_from: numeric({ mode: 'number' }),
});

/** Blog posts; columns as in the contract's `Post`. */
export const posts = pgTable('posts', {
  id: text().primaryKey(),
  title: text().notNull(),
  excerpt: text().notNull(),
  category: text().notNull(),
  image_url: text().notNull(),
  image_alt: text().notNull(),
  created_at: timestamp({ withTimezone: true }).notNull(),
  author: text().notNull(),
  description: text().notNull(),
  content: text().notNull(),
});

/** Link-preview images (PNG): one for each post under its id, and `home`. */
export const previews = pgTable('previews', {
  id: text().primaryKey(),
  /** Hash of all that the image was made of: equal means that it need not be made again. */
  fingerprint: text().notNull(),
  image: bytea().notNull(),
});

// A function: a column builder remembers the first table that used it.
const submission = () => ({
  id: uuid().primaryKey().defaultRandom(),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  name: text().notNull(),
  email: text().notNull(),
  phone: text().notNull(),
  /** The client's name for this submission: a repeated request with it makes no second row. */
  idempotency_key: text().unique(),
  /** Hash of the payload: tells a repeated request from another one under the same key. */
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
