import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../process/errors';
import { acquireLock, type Lock, type LockOptions } from './lock';
import type { ReleaseTarget } from './release-target';

/** Milliseconds that somebody else's release is waited for: it copies some hundred files. */
const LOCK_DEADLINE = 30_000;

interface Options extends LockOptions {
  /** Milliseconds. */
  readonly lockDeadline?: number;
}

/** A folder as a target. Its locks and unfinished files begin with a dot, which an origin does not serve. */
export function directoryTarget(
  root: string,
  { lockDeadline = LOCK_DEADLINE, ...options }: Options = {},
): ReleaseTarget {
  const unfinished = path.join(root, '.unfinished');
  let lock: Lock | null = null;
  return {
    read: (name) =>
      readFile(path.join(root, name)).catch((error: unknown) => {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }),
    write: async (name, bytes) => {
      const file = path.join(root, name);
      const next = path.join(unfinished, randomUUID());
      await mkdir(path.dirname(file), { recursive: true });
      await mkdir(unfinished, { recursive: true });
      await writeFile(next, bytes, { flush: true });
      // A process that stood still may have lost the lock.
      await lock?.assertHeld();
      await rename(next, file);
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
