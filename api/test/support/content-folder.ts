import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { afterEach } from '@jest/globals';
import { contentFolder } from '../../src/config/package-root';

const made: string[] = [];

afterEach(async () => {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true })));
});

/**
 * A copy of the content that a test may break.
 * @param posts ids of the posts in the copy; all when absent
 */
export async function copyOfContent(posts?: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'api-content-'));
  made.push(folder);
  const isWanted = (file: string) => !file.endsWith('.md') || posts?.includes(parse(file).name) !== false;
  await cp(contentFolder, folder, { recursive: true, filter: isWanted });
  return folder;
}

/** Replaces a text in a file of a copy. */
export async function edit(folder: string, file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  await writeFile(join(folder, file), text.replace(from, to));
}
