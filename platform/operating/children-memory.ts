import { readFileSync } from 'node:fs';

const KIB = 1024;

/** Resident memory of this process's children together in bytes (proc(5)); empty where the system does not say. */
export function childrenMemory(): readonly [] | readonly [number] {
  const pid = String(process.pid);
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return [KIB * children.map(residentKib).reduce((sum, size) => sum + size, 0)];
  } catch {
    return [];
  }
}

function residentKib(pid: string): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    // It has just ended.
    return 0;
  }
}
