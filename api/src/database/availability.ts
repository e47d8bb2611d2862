import { types } from 'node:util';
import { sql } from 'drizzle-orm';
import { within } from '../within';
import type { Database } from './database';

const DEADLINE_MS = 2_000;

/**
 * Whether the database can write in time: writes a record to the write-ahead log, and waits until it is on disk. Adds no
 * row.
 * A read-only database cannot store forms.
 */
export async function canStore(database: Database): Promise<boolean> {
  const written = sql`pg_logical_emit_message(true, 'health', '') AS position`;
  const probe = database.$count(written, sql`current_setting('transaction_read_only') = 'off'`);
  return (await within(DEADLINE_MS, probe).catch(() => 0)) === 1;
}

/**
 * Whether a commit has reached the database's disk when its query resolves, according to the database's settings.
 * Otherwise a power cut may lose submissions that were confirmed to visitors.
 */
export async function isDurable(database: Database): Promise<boolean> {
  const off = sql`name IN ('fsync', 'synchronous_commit') AND setting = 'off'`;
  return (await database.$count(sql`pg_settings`, off)) === 0;
}

const CODES = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'ENOENT', 'EPIPE', 'EAI_AGAIN'];

// SQLSTATE: connection exception, insufficient resources, operator intervention, system error, read-only transaction.
const STATES = /^(?:(?:08|53|57|58)\w{3}|25006)$/;

const MESSAGES = /connection terminated|timeout|not queryable|PGlite is clos/i;

/** Whether an error, or its cause, means that the database is temporarily unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    CODES.includes(code) ||
    STATES.test(code) ||
    ('severity' in error && error.severity === 'PANIC') ||
    MESSAGES.test(error.message) ||
    isDatabaseUnavailable(error.cause)
  );
}
