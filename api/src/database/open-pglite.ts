import { writeSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { types } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../config/package-root';
import type { OpenDatabase } from './database';
import { DurableFiles, syncFolder, syncTree } from './durable-files';
import { EmbeddedStartError, startReason } from './embedded-start-error';

// The bytes that a function executes before it is optimised. With Node 20’s own value, optimising costs a start more
// time than it saves.
setFlagsFromString('--wasm-tiering-budget=20000000');

const START_PARAMETERS = [
  // PGlite's own parameters without the one that turns fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // Emscripten's fdatasync does nothing, whatever the file system supports.
  ...['-c', 'wal_sync_method=fsync'],
  // Log segments are removed, not reused: no copy of erased data remains there.
  ...['-c', 'wal_recycle=off'],
];

/**
 * Opens the embedded database in a folder and migrates it; creates one if there is none. Only the process that has
 * claimed the folder (`claimFolder`) may do so: two would silently lose rows. A commit has reached the disk when its
 * query resolves.
 * @throws EmbeddedStartError when the folder has other files, or a database that cannot be opened
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
      // The process is already ending; the code that closes it reports that.
      files.onPanic = undefined;
      try {
        await client.exec('CHECKPOINT');
      } finally {
        await client.close();
      }
    },
  };
}

/** Whether the folder has a database; an error if it has anything else, since PGlite would write a new one over it. */
async function isDatabase(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (types.isNativeError(error) && 'code' in error && error.code === 'ENOENT') return [];
    throw new EmbeddedStartError(folder, startReason([], error), error);
  });
  if (names.includes('PG_VERSION')) return true;
  if (names.length === 0) return false;
  throw new EmbeddedStartError(folder, 'it is not empty, but holds no database (PG_VERSION is missing)');
}

// Created beside the folder, and moved there when it is complete and on the disk: an interrupted start leaves no
// partial database.
async function create(folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await (await start(unfinished)).client.close();
    await syncTree(unfinished);
    // Windows cannot move a folder over another one, even an empty one.
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
 * A server would end here and be restarted. This one is part of our process, and its next query never returns. All
 * acknowledged commits are in its log, which the next start replays.
 */
function endProcess(folder: string, reason: string): never {
  writeSync(
    process.stderr.fd,
    `The embedded database in ${folder} has failed: ${reason}. This process ends; a start recovers what was stored\n`,
  );
  process.exit(1);
}
