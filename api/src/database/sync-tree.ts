import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Flushes a folder and everything in it to the disk. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    // Windows flushes only files that are open for writing.
    else await sync(path, 'r+');
  }
  await syncFolder(folder);
}

/** Flushes the names in a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows has no such call: its file system journals names itself.
  if (process.platform !== 'win32') await sync(folder, 'r');
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
