import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';

const folders: string[] = [];
afterAll(async () => {
  // With retries, because a cancelled download may still be writing.
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A new folder, which is removed after the last test of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vidlunnia-test-'));
  folders.push(folder);
  return folder;
}
