import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import { contentFolder } from '../../src/content/content-folder';

const made: string[] = [];

afterEach(async () => {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true })));
});

/** A copy of the content that a test may spoil. */
export async function copyOfContent(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'api-content-'));
  made.push(folder);
  await cp(contentFolder, folder, { recursive: true });
  return folder;
}
