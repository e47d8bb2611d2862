import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf, messageOf } from '../process/errors';
import { acquireLock, type Lock } from './lock';
import { LOCK_DEADLINE, type ReleaseTarget, type TargetOptions } from './release-target';

/** A folder as a target. Its locks and unfinished files begin with a dot, which an origin does not serve. */
export function directoryTarget(
  root: string,
  { lockDeadline = LOCK_DEADLINE, ...options }: TargetOptions = {},
): ReleaseTarget {
  const unfinished = path.join(root, '.unfinished');
  let lock: Lock | null = null;
  const write = async (name: string, bytes: Uint8Array) => {
    const file = path.join(root, name);
    const next = path.join(unfinished, randomUUID());
    await mkdir(path.dirname(file), { recursive: true });
    await mkdir(unfinished, { recursive: true });
    await writeFile(next, bytes, { flush: true });
    // A process that stood still may have lost the lock.
    await lock?.assertHeld();
    await rename(next, file);
  };
  return {
    read: (name) =>
      readFile(path.join(root, name)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }),
    write: (name, bytes) =>
      write(name, bytes).catch((error: unknown) => {
        throw inWords(error, root);
      }),
    remove: async (name) => {
      await lock?.assertHeld();
      const file = path.join(root, name);
      await rm(file, { force: true });
      await removeEmptyFolders(path.dirname(file), root);
    },
    exclusively: async (work) => {
      const held = await acquireLock(path.join(root, '.lock'), lockDeadline, options);
      lock = held;
      try {
        // What a release that was killed left half written.
        await rm(unfinished, { recursive: true, force: true });
        return await work();
      } finally {
        lock = null;
        await held.release();
      }
    },
  };
}

/** Removes a folder, and those above it below `root`, as long as nothing is in them. */
async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  if (path.resolve(folder) === path.resolve(root)) return;
  try {
    await rmdir(folder);
  } catch {
    return;
  }
  await removeEmptyFolders(path.dirname(folder), root);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'it is no folder',
};

/** The error of a write to `root`, in words if the system's code is known. */
export function inWords(error: unknown, root: string): unknown {
  const reason = REASONS[codeOf(error) ?? ''];
  if (reason === undefined) return error;
  return new Error(`Nothing can be written to ${root}: ${reason} (${messageOf(error)})`, { cause: error });
}
