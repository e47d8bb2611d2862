import { FolderInUseError } from '../channel/claim-folder';
import type { Environment } from '../config/environment';
import type { Database } from '../database/database';
import { openDatabase } from '../database/open-database';

/**
 * Works on the database itself where it can be opened, and otherwise through the process that holds it: an embedded
 * database bears only one.
 */
export async function withDatabase<T>(
  environment: Environment,
  work: (database: Database) => Promise<T>,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    const { database, close } = await openDatabase(environment);
    return await work(database).finally(close);
  } catch (error) {
    if (error instanceof FolderInUseError) return ask();
    throw error;
  }
}
