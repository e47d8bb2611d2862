import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Environment } from '../config/environment';
import { claimFolder } from './claim-folder';
import type { Database, OpenDatabase } from './database';
import { openPglite } from './open-pglite';
import { openPostgres } from './open-postgres';

/** Which database the settings name. */
type Place = Pick<Environment, 'databaseUrl' | 'dataDir'>;

const folderOf = ({ dataDir }: Pick<Place, 'dataDir'>) => join(dataDir, 'db');

/** Whether `DATA_DIR` has an embedded database, used or not. */
export const hasEmbedded = (place: Pick<Place, 'dataDir'>): boolean =>
  existsSync(join(folderOf(place), 'PG_VERSION'));

/** The configured database for people: its folder, or its address without user and password. */
export function databaseName(place: Place): string {
  if (place.databaseUrl === undefined) return folderOf(place);
  const { protocol, host, pathname } = new URL(place.databaseUrl);
  return `${protocol}//${host}${pathname}`;
}

interface Options {
  /** Whether to create a missing database; otherwise it is an error, and nothing is written. */
  readonly create: boolean;
  /** Handles requests of other processes for the embedded database. */
  readonly listener?: (database: Database) => RequestListener;
}

/**
 * Opens and migrates the configured database. Only this process holds the embedded one.
 * @throws FolderInUseError when another process holds the embedded database
 */
export async function openDatabase(place: Place, { create, listener }: Options): Promise<OpenDatabase> {
  if (place.databaseUrl !== undefined) return openPostgres(place.databaseUrl, { create });
  const folder = folderOf(place);
  if (!create && !hasEmbedded(place))
    throw new Error(
      `There is no embedded database in ${folder}; set DATA_DIR or DATABASE_URL as the site has them`,
    );
  const claim = await claimFolder(place.dataDir);
  try {
    const { database, close } = await openPglite(folder);
    if (listener) claim.server.removeAllListeners('request').on('request', listener(database));
    return {
      database,
      close: async () => {
        try {
          await close();
        } finally {
          // Only after the last write to the folder.
          await claim.release();
        }
      },
    };
  } catch (error) {
    await claim.release();
    throw error;
  }
}
