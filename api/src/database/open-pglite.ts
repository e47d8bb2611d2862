import { writeSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { types } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../config/package-root';
import type { OpenDatabase } from './database';
import { DurableFiles } from './durable-files';
import { EmbeddedStartError, startReason } from './embedded-start-error';
import { syncFolder, syncTree } from './sync-tree';

const START_PARAMETERS = [
  // PGlite's own, but for the one that turns fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // Emscripten's fdatasync does nothing, whatever the files below it can do.
  ...['-c', 'wal_sync_method=fsync'],
  // A log segment is removed rather than used again: what is erased leaves no copy there.
  ...['-c', 'wal_recycle=off'],
];

/**
 * Opens the embedded database in a folder and migrates it; makes one where there is none. Only the process that has
 * claimed the folder (`claimFolder`) may do so: two would silently lose rows. A commit has reached the disk when its
 * query resolves.
 * @throws EmbeddedStartError when the folder holds something else, or a database that can't be opened
 */
export async function openPglite(folder: string): Promise<OpenDatabase> {
  if (!(await isDatabase(folder))) await create(folder);
  const { client, files } = await start(folder);
  const database = drizzle(client);
  try {
    await migrate(database, { migrationsFolder });
  } catch (error) {
    await client.close();
    throw new EmbeddedStartError(folder, startReason([], error), error);
  }
  return {
    database,
    close: async () => {
      // The process is ending already; how, is said by who closes.
      files.onPanic = undefined;
      try {
        await client.exec('CHECKPOINT');
      } finally {
        await client.close();
      }
    },
  };
}

/** Whether there is a database, rather than nothing. PGlite would make a new one over whatever is there. */
async function isDatabase(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (types.isNativeError(error) && 'code' in error && error.code === 'ENOENT') return [];
    throw new EmbeddedStartError(folder, startReason([], error), error);
  });
  if (names.includes('PG_VERSION')) return true;
  if (names.length === 0) return false;
  throw new EmbeddedStartError(folder, 'it is not empty, but holds no database (PG_VERSION is missing)');
}

// Beside the folder, and moved there when it is whole and on the disk: a start that is interrupted leaves no half of one.
async function create(folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await (await start(unfinished)).client.close();
    await syncTree(unfinished);
    // Windows moves nothing over a folder, even an empty one.
    await rmdir(folder).catch(() => undefined);
    await rename(unfinished, folder);
    await syncFolder(dirname(folder));
  } catch (error) {
    if (error instanceof EmbeddedStartError) throw error;
    throw new EmbeddedStartError(folder, startReason([], error), error);
  }
}

async function start(folder: string): Promise<{ readonly client: PGlite; readonly files: DurableFiles }> {
  const files = new DurableFiles(folder);
  try {
    const client = await PGlite.create({ fs: files, startParams: START_PARAMETERS });
    files.onPanic = (reason) => {
      endProcess(folder, reason);
    };
    return { client, files };
  } catch (error) {
    throw new EmbeddedStartError(folder, startReason(files.log, error), error);
  }
}

/**
 * A server would end here and be started anew. This one shares our process, and its next query never returns: whatever
 * was acknowledged is in its log, which the next start replays.
 */
function endProcess(folder: string, reason: string): never {
  writeSync(
    process.stderr.fd,
    `The embedded database in ${folder} has failed: ${reason}. This process ends; a start recovers what was stored\n`,
  );
  process.exit(1);
}
