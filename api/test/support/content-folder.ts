import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@vidlunnia/settings/testing';

/** The tests' own content, which the owner's edits do not change. */
export const sampleFolder = join(__dirname, 'content');

/** A copy of the sample content that a test may break. */
export async function copyOfContent(): Promise<string> {
  const folder = temporaryFolder();
  await cp(sampleFolder, folder, { recursive: true });
  return folder;
}

/** Replaces a text in a file of a copy. */
export async function edit(folder: string, file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8');
  await writeFile(join(folder, file), text.replace(from, to));
}
