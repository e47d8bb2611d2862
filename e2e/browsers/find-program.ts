import { existsSync } from 'node:fs';
import path from 'node:path';

/** Path of the first program of these names that is in PATH, or that these paths are of; `null` when there is none. */
export function findProgram(...names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => path.resolve(folder, name)));
  return candidates.find((file) => existsSync(file)) ?? null;
}
