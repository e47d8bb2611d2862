import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '@vidlunnia/settings/machine';

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
