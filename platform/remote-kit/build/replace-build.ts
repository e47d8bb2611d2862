import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeInterrupted } from './interrupted';
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
