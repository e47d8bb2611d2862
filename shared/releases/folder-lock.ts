import path from 'node:path';
import type { Lock } from './folder-store';

/** Milliseconds after which the lock of a killed process is taken over. A lock is held for one change. */
const STALE_MS = 5_000;

/** A lock between processes. */
export const folderLock: Lock = async (folder, work) => {
  // It registers signal handlers from then on, so only loaded when something is published.
  const { lock } = await import('proper-lockfile');
  const unlock = await lock(folder, {
    ...{ lockfilePath: path.join(folder, '.writing'), realpath: false, stale: STALE_MS },
    // Together longer than the lock of a killed process stays valid.
    retries: { retries: 200, factor: 1, minTimeout: 50, randomize: true },
    // The next check of the object notices it.
    onCompromised: () => undefined,
  });
  try {
    return await work();
  } finally {
    await unlock().catch(() => undefined);
  }
};
