import { closeSync, existsSync, openSync, readSync, statSync, watch } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../environment/repository';

/** Milliseconds between two polls, where the system tells of no change. */
const INTERVAL = 100;
/** Written by `mirror.ts`, a path a line. */
const FILE = path.join(repositoryRoot, '.changes');

/** Waits for changes of the working tree. Gives their paths; ends when `signal` is aborted. */
export async function* changes(signal: AbortSignal, file = FILE): AsyncGenerator<readonly string[]> {
  let offset = sizeOf(file);
  let wake: () => void = () => undefined;
  const rouse = () => {
    wake();
  };
  const watcher = existsSync(file) ? watch(file, rouse) : null;
  signal.addEventListener('abort', () => {
    watcher?.close();
    rouse();
  });
  while (!signal.aborted) {
    const size = sizeOf(file);
    // Emptied: the mirror has begun anew.
    if (size < offset) offset = 0;
    if (size > offset) {
      const names = read(file, offset, size)
        .split('\n')
        .filter((name) => name !== '');
      offset = size;
      yield names;
    }
    const timer = setTimeout(rouse, INTERVAL);
    await new Promise<void>((resolve) => {
      wake = resolve;
      // Both may have come before anybody waited.
      if (signal.aborted || sizeOf(file) !== offset) resolve();
    });
    clearTimeout(timer);
  }
}

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0);

function read(file: string, from: number, to: number): string {
  const bytes = Buffer.alloc(to - from);
  const opened = openSync(file, 'r');
  try {
    readSync(opened, bytes, 0, bytes.length, from);
  } finally {
    closeSync(opened);
  }
  return bytes.toString('utf8');
}
