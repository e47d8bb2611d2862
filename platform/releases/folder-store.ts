import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, messageOf, makeFolder, replaceFile } from '@vidlunnia/settings/machine';
import type { ListedObject, ObjectStore } from './versioned-store';

/** Milliseconds after which an unfinished file counts as abandoned. */
const ABANDONED_MS = 3_600_000;
/** Milliseconds after which the lock of a killed process is taken over. A lock lasts for one change. */
const STALE_MS = 5_000;

/** Folder of unfinished files. */
export const UNFINISHED = '.unfinished';

/** Runs a task while no other process changes objects of this folder. */
async function folderLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  // Loaded only for publishing, because it registers signal handlers.
  const { lock } = await import('proper-lockfile');
  const unlock = await lock(folder, {
    lockfilePath: path.join(folder, '.writing'),
    realpath: false,
    stale: STALE_MS,
    // Together longer than a killed process's lock is valid.
    retries: { retries: 200, factor: 1, minTimeout: 50, randomize: true },
    // The next check of the object detects a lost lock.
    onCompromised: () => undefined,
  });
  try {
    return await work();
  } finally {
    await unlock().catch(() => undefined);
  }
}

/** A folder's files as objects. The lock and unfinished files begin with a dot, so origins do not serve them. */
export function folderStore(root: string): ObjectStore {
  const unfinished = path.join(root, UNFINISHED);
  const read = (name: string) =>
    readFile(path.join(root, name)).catch((cause: unknown) => {
      if (codeOf(cause) === 'ENOENT') return null;
      throw new Error(`${path.join(root, name)} cannot be read: ${messageOf(cause)}`, { cause });
    });
  const write = async (name: string, bytes: Uint8Array) => {
    const file = path.join(root, name);
    try {
      const place = () => replaceFile(file, bytes, path.join(unfinished, randomUUID()));
      await place().catch(async (error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
        for (const folder of [unfinished, path.dirname(file)]) await mkdir(folder, { recursive: true });
        await place();
      });
    } catch (cause) {
      throw new Error(`Nothing can be written to ${root}: ${messageOf(cause)}`, { cause });
    }
  };
  /** The files below a folder of the store. */
  const list = async (folder = ''): Promise<readonly ListedObject[]> => {
    const names = await readdir(path.join(root, folder), { recursive: true }).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const listed: ListedObject[] = [];
    for (const name of names.map((each) => path.join(folder, each))) {
      // Another process may have removed it.
      const found = await stat(path.join(root, name)).catch(() => null);
      if (found?.isFile())
        listed.push({ name: name.replaceAll(path.sep, '/'), ageMs: Date.now() - found.mtimeMs });
    }
    return listed;
  };
  return {
    place: root,
    read,
    write,
    list: () => list(),
    remove: async (name) => {
      const file = path.join(root, name);
      await rm(file, { force: true });
      await removeEmptyFolders(path.dirname(file), root);
    },
    update: async (name, change) => {
      await makeFolder(root);
      for (const left of await list(UNFINISHED))
        if (left.ageMs > ABANDONED_MS) await rm(path.join(root, left.name), { force: true });
      // Two processes may both take over a killed process's lock, so each verifies its own change.
      for (let isChanged = true; isChanged;)
        isChanged = await folderLock(root, async () => {
          const next = await change(await read(name));
          if (next !== null) await write(name, next);
          return next !== null;
        });
    },
  };
}

/** Removes a folder and its parents below `root` while they are empty. */
async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  if (path.resolve(folder) === path.resolve(root)) return;
  try {
    await rmdir(folder);
  } catch {
    return;
  }
  await removeEmptyFolders(path.dirname(folder), root);
}
