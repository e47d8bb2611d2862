import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Replaces a JSON file in one step: readers never see half of it. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const next = `${file}.${String(process.pid)}`;
  await writeFile(next, `${JSON.stringify(value, null, 2)}\n`);
  await rename(next, file);
}
