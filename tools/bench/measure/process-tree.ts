import { readFile } from 'node:fs/promises';

/** A process and its descendants. */
async function treeOf(id: number): Promise<number[]> {
  const children = await readFile(`/proc/${String(id)}/task/${String(id)}/children`, 'utf8');
  const trees = await Promise.all([...children.matchAll(/\d+/g)].map(([child]) => treeOf(Number(child))));
  return [id, ...trees.flat()];
}

async function sumOfTree(id: number, read: (each: string) => Promise<number>): Promise<number> {
  const parts = await Promise.all((await treeOf(id)).map((each) => read(`/proc/${String(each)}`)));
  return parts.reduce((sum, part) => sum + part, 0);
}

/**
 * Resident memory of a process and its descendants, in MB of 1,024 KB. Shared memory, such as Node's own code, counts
 * once (`Pss` of proc_pid_smaps_rollup(5)).
 * @throws Error on other systems than Linux
 */
export const residentMemory = (id: number): Promise<number> =>
  sumOfTree(id, async (folder) => {
    const [, kilobytes = NaN] =
      /^Pss: +(\d+) kB$/m.exec(await readFile(`${folder}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_024;
  });

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/**
 * Processor time of a process and its running descendants, in milliseconds.
 * @throws Error on other systems than Linux
 */
export const processorTime = (id: number): Promise<number> =>
  sumOfTree(id, async (folder) => {
    // `pid (name) state …`; a name may contain spaces and brackets. See proc_pid_stat(5): utime and stime.
    const stat = await readFile(`${folder}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) * TICK_MS;
  });
