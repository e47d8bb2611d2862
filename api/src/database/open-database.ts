import { join } from 'node:path';
import type { Environment } from '../config/environment';
import { channelListener } from '../submissions/channel';
import { claimFolder } from './claim-folder';
import type { OpenDatabase } from './database';
import { openPglite } from './open-pglite';
import { openPostgres } from './open-postgres';

/**
 * Opens and migrates the configured database. Only this process holds the embedded one, and it serves commands on the
 * local channel.
 * @throws FolderInUseError when another process holds the embedded database
 */
export async function openDatabase(environment: Environment): Promise<OpenDatabase> {
  if (environment.databaseUrl !== undefined) return openPostgres(environment.databaseUrl);
  const claim = await claimFolder(environment.dataDir);
  try {
    const { database, close } = await openPglite(join(environment.dataDir, 'db'));
    claim.serve(channelListener(database));
    return {
      database,
      async close() {
        try {
          await close();
        } finally {
          // Released only after the last write to the folder.
          await claim.release();
        }
      },
    };
  } catch (error) {
    await claim.release();
    throw error;
  }
}
