import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Either database, used through Drizzle: queries are the same on both. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** A database with its migrations applied. */
export interface OpenDatabase {
  readonly database: Database;
  readonly close: () => Promise<void>;
}
