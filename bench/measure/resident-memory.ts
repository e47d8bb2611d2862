import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Resident memory of a process, in MB of 1,024 KB. */
export async function residentMemory(id: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(id)]);
  return Number(stdout) / 1_024;
}
