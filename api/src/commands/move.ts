import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Environment } from '../config/environment';
import type { Database } from '../database/database';
import { databaseName, openDatabase } from '../database/open-database';
import { openPostgres } from '../database/open-postgres';
import * as schema from '../database/schema';

/** Rows per batch. */
const BATCH = 500;

const TABLES = Object.values<unknown>(schema).filter((each): each is PgTable => is(each, PgTable));

const OWN: readonly PgTable[] = [schema.secrets, schema.visitCounts, schema.retentions];

/**
 * Copies the embedded database of `DATA_DIR` into PostgreSQL at `DATABASE_URL`: everything or, after any failure,
 * nothing. The embedded one is unchanged. No other process may use it meanwhile.
 * @throws Error when there is none, when the API runs on it, or when PostgreSQL already has submissions
 */
export async function moveCommand(environment: Environment): Promise<void> {
  const { databaseUrl, dataDir } = environment;
  if (databaseUrl === undefined)
    throw new Error('DATABASE_URL is not set: it names the PostgreSQL database to move to');
  const source = { dataDir, databaseUrl: undefined };
  const from = await openDatabase(source, { create: false });
  const to = await openPostgres(databaseUrl).catch(async (error: unknown) => {
    await from.close();
    throw error;
  });
  try {
    const counts = await moveRows(from.database, to.database);
    process.stdout.write(
      `Moved and compared: ${counts.join(', ')}\nStart the API with DATABASE_URL; ${databaseName(source)} is unchanged\n`,
    );
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

const moveRows = (from: Database, to: Database) =>
  to.transaction(async (target) => {
    // Then times have the same text on both sides.
    await from.execute(sql`SET TIME ZONE 'UTC'`);
    await target.execute(sql`SET LOCAL TIME ZONE 'UTC'`);
    const counts: string[] = [];
    for (const table of TABLES) {
      await target.execute(sql`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      // An API that was started there has its own keys, counts and limit; nothing depends on them.
      if (OWN.includes(table)) await target.delete(table);
      const taken = await target.$count(table);
      const name = getTableName(table);
      if (taken > 0)
        throw new Error(
          `DATABASE_URL: ${name} has ${String(taken)} rows there; move needs an empty database`,
        );
      counts.push(`${name} ${String(await moveTable(from, target, table))}`);
    }
    return counts;
  });

/** Rows are copied as PostgreSQL's own JSON: JavaScript's types would round some values. */
async function moveTable(from: Database, target: Database, table: PgTable): Promise<number> {
  for (let moved = 0; ; moved += BATCH) {
    const rows = await rowsOf(from, table, moved);
    await target.execute(
      sql`INSERT INTO ${table} SELECT * FROM jsonb_populate_recordset(NULL::${table}, ${`[${rows.join()}]`}::jsonb)`,
    );
    const written = await rowsOf(target, table, moved);
    if (written.join() !== rows.join()) throw new Error(`${getTableName(table)} would not be the same there`);
    if (rows.length < BATCH) return moved + rows.length;
  }
}

async function rowsOf(database: Database, table: PgTable, offset: number): Promise<readonly string[]> {
  const key = getTableConfig(table).columns.find(({ primary }) => primary);
  if (!key) throw new Error(`${getTableName(table)} has no primary key to read it by`);
  const row = sql<string>`to_jsonb(${table})::text`;
  // The order of bytes is the same in every database.
  const order = sql`${key}::text COLLATE "C"`;
  const rows = await database.select({ row }).from(table).orderBy(order).limit(BATCH).offset(offset);
  return rows.map((each) => each.row);
}
