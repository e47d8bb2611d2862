import { readdirSync, readFileSync } from 'node:fs';

/** Processes of a process group that still run, as their command lines. Reads `/proc`; without one, only whether any. */
export function runningInGroup(group: number): string[] {
  if (process.platform !== 'linux') return isThere(-group) ? [`a process of group ${String(group)}`] : [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      const status = read(`/proc/${id}/stat`);
      // After the command's name in brackets: state, parent, group.
      const [state, , processGroup] = status.slice(status.lastIndexOf(')') + 2).split(' ');
      if (Number(processGroup) !== group || state === 'Z') return [];
      return [`${id} ${read(`/proc/${id}/cmdline`).replaceAll('\0', ' ')}`];
    });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isThere(target: number): boolean {
  try {
    return process.kill(target, 0);
  } catch {
    return false;
  }
}
