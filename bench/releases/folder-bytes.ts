import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** A folder's files by their paths. */
export type FolderBytes = ReadonlyMap<string, Buffer>;

export async function folderBytes(folder: string): Promise<FolderBytes> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file)] as const)));
}

/** Bytes of files that came, went or are not the same any more. */
export function bytesChanged(before: FolderBytes, after: FolderBytes): number {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].reduce((sum, name) => {
    const [old, now] = [before.get(name), after.get(name)];
    return old && now && old.equals(now) ? sum : sum + Math.max(old?.length ?? 0, now?.length ?? 0);
  }, 0);
}
