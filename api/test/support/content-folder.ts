import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';

/** The tests' own content, which the owner's edits do not change. */
export const sampleFolder = join(__dirname, 'content');

const made: string[] = [];

afterEach(async () => {
  await Promise.all(made.splice(0).map((folder) => rm(folder, { recursive: true })));
});

/** A folder for one test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'api-test-'));
  made.push(folder);
  return folder;
}

/** A copy of the sample content that a test may break. */
export async function copyOfContent(): Promise<string> {
  const folder = await makeFolder();
  await cp(sampleFolder, folder, { recursive: true });
  return folder;
}

/** Replaces a text in a file of a copy. */
export async function edit(folder: string, file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  await writeFile(join(folder, file), text.replace(from, to));
}
