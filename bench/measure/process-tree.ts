import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process and all that it has started, and these. */
async function treeOf(root: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [id: number, parent: number]);
  const within = (id: number): number[] =>
    all.flatMap(([each, parent]) => [
      ...(each === id ? [id] : []),
      ...(parent === id && each !== id ? within(each) : []),
    ]);
  const tree = within(root);
  if (tree.length === 0) throw new Error(`There is no process ${String(root)}`);
  return tree;
}

/**
 * Resident memory of a process and of all that it has started, in MB of 1,024 KB. What several processes share, such as
 * Node's own code, counts once: each has its part of it (`Pss` of proc_pid_smaps_rollup(5)).
 * @throws Error where there is no `/proc`: elsewhere than on Linux
 */
export async function residentMemory(id: number): Promise<number> {
  const parts = (await treeOf(id)).map(async (each) => {
    const [, kilobytes = NaN] =
      /^Pss: +(\d+) kB$/m.exec(await readFile(`/proc/${String(each)}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes);
  });
  return (await Promise.all(parts)).reduce((sum, part) => sum + part, 0) / 1_024;
}

/**
 * Processor time that a process and all that it has started have had, in milliseconds; what has ended counts for nothing.
 * By the kernel's clock, of mostly 10 ms.
 * @throws Error where there is no `/proc`: elsewhere than on Linux
 */
export async function processorTime(id: number): Promise<number> {
  const tick = 1_000 / Number((await run('getconf', ['CLK_TCK'])).stdout);
  const times = (await treeOf(id)).map(async (each) => {
    // Of `pid (name) state …`; a name may hold spaces and brackets. See proc_pid_stat(5): utime and stime.
    const stat = await readFile(`/proc/${String(each)}/stat`, 'utf8');
    const [user = NaN, system = NaN] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return (user + system) * tick;
  });
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0);
}
