import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Resident memory of a process and of all that it has started, in MB of 1,024 KB. What they share counts each time. */
export async function residentMemory(id: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [id: number, parent: number, memory: number]);
  const sumOf = (root: number): number =>
    processes.reduce(
      (sum, [each, parent, memory]) =>
        sum + (each === root ? memory : 0) + (parent === root && each !== root ? sumOf(each) : 0),
      0,
    );
  return sumOf(id) / 1_024;
}
