import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../config/environment';
import { channelListener } from '../submissions/channel';
import { claimFolder } from './claim-folder';
import type { OpenDatabase } from './database';
import { openPglite } from './open-pglite';
import { openPostgres } from './open-postgres';

/** Which database the settings name. */
type Place = Pick<Environment, 'databaseUrl' | 'dataDir'>;

const folderOf = ({ dataDir }: Pick<Place, 'dataDir'>) => join(dataDir, 'db');

/** Whether `DATA_DIR` has an embedded database, used or not. */
export const hasEmbedded = (place: Pick<Place, 'dataDir'>): boolean =>
  existsSync(join(folderOf(place), 'PG_VERSION'));

/** The configured database in words, without its password. */
export function databaseName(place: Place): string {
  if (place.databaseUrl === undefined) return `the embedded database in ${folderOf(place)}`;
  const { host, pathname } = new URL(place.databaseUrl);
  return `the database ${pathname.slice(1)} of PostgreSQL at ${host === '' ? 'this machine' : host}`;
}

/**
 * Opens and migrates the configured database. Only this process holds the embedded one, and it serves commands on the
 * local channel.
 * @param create whether to create a missing database; otherwise it is an error, and nothing is written
 * @throws FolderInUseError when another process holds the embedded database
 */
export async function openDatabase(
  environment: Place,
  { create }: { readonly create: boolean },
): Promise<OpenDatabase> {
  if (environment.databaseUrl !== undefined) return openPostgres(environment.databaseUrl, { create });
  const folder = folderOf(environment);
  if (!create && !hasEmbedded(environment))
    throw new Error(
      `There is no embedded database in ${folder}; set DATA_DIR or DATABASE_URL as the site has them`,
    );
  const claim = await claimFolder(environment.dataDir);
  try {
    const { database, close } = await openPglite(folder);
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
