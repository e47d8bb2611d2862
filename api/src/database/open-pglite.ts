import { writeSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { codeOf } from '@vidlunnia/settings/machine';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../package-root';
import type { OpenDatabase } from './database';
import { DurableFiles, syncFolder, syncTree } from './durable-files';
import { startError } from './embedded-start-error';

// The bytes that a function executes before it is optimised. With Node 20’s own value, optimising costs a start more
// time than it saves.
setFlagsFromString('--wasm-tiering-budget=20000000');

const START_PARAMETERS = [
  // PGlite's own parameters without the one that turns fsync off.
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // Emscripten's fdatasync does nothing, whatever the file system supports.
  ...['-c', 'wal_sync_method=fsync'],
  // Otherwise 128 MB, all of them resident; the whole database has a few.
  ...['-c', 'shared_buffers=8MB'],
  // Log segments are removed, not reused: no copy of erased data remains there.
  ...['-c', 'wal_recycle=off'],
];

/**
 * Opens the embedded database in a folder and migrates it; creates one if there is none. Only the process that has
 * claimed the folder (`claimFolder`) may do so: two would silently lose rows. A commit has reached the disk when its
 * query resolves. Rejects with folder, reason and fix when the folder has other files, or a database that cannot be
 * opened.
 */
export async function openPglite(folder: string): Promise<OpenDatabase> {
  const log: string[] = [];
  try {
    if (!(await isDatabase(folder))) await create(folder, log);
    const files = new DurableFiles(folder, log);
    const client = await start(files);
    files.onPanic = (reason) => {
      endProcess(folder, reason);
    };
    const database = drizzle(client);
    await migrate(database, { migrationsFolder }).catch(async (error: unknown) => {
      await client.close();
      throw error;
    });
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
  } catch (error) {
    throw startError(folder, log, error);
  }
}

/** Whether the folder has a database; an error if it has anything else, since PGlite would write a new one over it. */
async function isDatabase(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: unknown): string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  if (names.includes('PG_VERSION') || names.length === 0) return names.length > 0;
  throw new Error('it is not empty, but holds no database (PG_VERSION is missing)');
}

// Created beside the folder, and moved there when it is complete and on the disk: an interrupted start leaves no
// partial database.
async function create(folder: string, log: string[]): Promise<void> {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await (await start(new DurableFiles(unfinished, log))).close();
  await syncTree(unfinished);
  // Windows cannot move a folder over another one, even an empty one.
  await rmdir(folder).catch(() => undefined);
  await rename(unfinished, folder);
  await syncFolder(dirname(folder));
}

const start = (fs: DurableFiles) => PGlite.create({ fs, startParams: START_PARAMETERS });

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
