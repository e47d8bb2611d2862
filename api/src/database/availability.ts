import { types } from 'node:util';
import { sql } from 'drizzle-orm';
import { within } from '../within';
import type { Database } from './database';

const DEADLINE_MS = 2_000;

/** Whether the database runs a query in time. */
export async function isDatabaseAlive(database: Database): Promise<boolean> {
  const query = database.execute(sql`SELECT 1`).then(
    () => true,
    () => false,
  );
  return (await within(DEADLINE_MS, query)) ?? false;
}

const CODES = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'ENOENT', 'EPIPE', 'EAI_AGAIN'];

// SQLSTATE classes: connection exception, insufficient resources, operator intervention.
const STATES = /^(08|53|57)\w{3}$/;

const MESSAGES = /connection terminated|timeout|not queryable|PGlite is clos/i;

/** Whether an error, or a cause of it, says that the database can't be had at the moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    CODES.includes(code) ||
    STATES.test(code) ||
    MESSAGES.test(error.message) ||
    isDatabaseUnavailable(error.cause)
  );
}
