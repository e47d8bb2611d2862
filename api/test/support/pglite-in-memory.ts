import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { OpenDatabase } from '../../src/database/database';
import { migrationsFolder } from '../../src/config/package-root';

declare global {
  /** Set by `pglite-environment.ts`. */
  var pglite: PGlite | undefined;
}

/** The worker's PGlite, migrated. */
export async function openPgliteInMemory(): Promise<OpenDatabase> {
  if (globalThis.pglite === undefined) throw new Error('Run this file in pglite-environment.ts');
  const database = drizzle(globalThis.pglite);
  await migrate(database, { migrationsFolder });
  return { database, close: () => Promise.resolve() };
}
