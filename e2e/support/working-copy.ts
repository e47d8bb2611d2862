import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { copySources } from '@vidlunnia/scripts/stack';
import { repository } from './command';

/** What a release needs, was made here before, and is not made again in a copy. */
const MADE = ['.cache/types', 'shell/dist'];

/** Copies the repository for commands that change, check and release its sources. Resolves to the copy's folder. */
export async function makeWorkingCopy(): Promise<string> {
  const copy = await copySources();
  for (const folder of MADE) {
    const from = path.join(repository, folder);
    // Nobody may have checked types here yet.
    if (existsSync(from))
      await cp(from, path.join(copy, folder), { recursive: true, preserveTimestamps: true });
  }
  return copy;
}
