import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '@vidlunnia/settings/machine';
import { markFresh } from './sources';

/**
 * Builds into a new folder and replaces `dist` when the build is complete. A failed or interrupted build leaves `dist`
 * unchanged.
 */
export async function replaceBuild(
  dist: string,
  version: string,
  build: (unfinished: string) => Promise<void>,
): Promise<void> {
  // Begins with a dot, so that hashes of sources ignore it.
  const folder = path.dirname(dist);
  const unfinished = path.join(folder, `.building-${String(process.pid)}`);
  await removeInterrupted(folder);
  try {
    await build(unfinished);
    markFresh(unfinished, version);
    await rm(dist, { recursive: true, force: true });
    await rename(unfinished, dist);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

const UNFINISHED = /^\.building-(?:.*-)?(\d+)$/;

/** Removes a folder's unfinished builds, `.building-…<process id>`, whose processes no longer run. */
export async function removeInterrupted(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const [, id] = UNFINISHED.exec(name) ?? [];
    if (id !== undefined && !isRunning(Number(id)))
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // A process of another user runs, but rejects the signal.
    return codeOf(error) !== 'ESRCH';
  }
}
