import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../config/package-root';
import type { OpenDatabase } from './database';

/**
 * Opens the embedded database in a folder and migrates it. Only the process that has claimed the folder
 * (`claimFolder`) may do so: two would silently lose rows.
 */
export async function openPglite(folder: string): Promise<OpenDatabase> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = await PGlite.create(folder);
  const database = drizzle(client);
  await migrate(database, { migrationsFolder });
  return {
    database,
    close: async () => {
      await client.exec('CHECKPOINT');
      await client.close();
    },
  };
}
