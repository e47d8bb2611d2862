import path from 'node:path';
import { watch } from 'chokidar';
import { messageOf } from '@vidlunnia/settings/machine';

/** Pause between a change and the work: an editor may write several files. */
const PAUSE_MS = 30;
const IGNORED = /(?:^|[\\/])(?:node_modules|dist|\.[^\\/]+)(?:[\\/]|$)/;

export interface Watch {
  /** Resolves after the first run. */
  readonly first: Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Does the work now and after every change in these folders. Runs never overlap: changes during a run cause one more.
 * `tell` gets the error message of each failed run, and `null` after a run without problems.
 */
export function onChange(
  folders: readonly string[],
  work: (changed: ReadonlySet<string>) => Promise<void>,
  tell: (problem: string | null) => void,
): Watch {
  let changed = new Set<string>();
  let running: Promise<void> | null = null;
  let pausing: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = async () => {
    do {
      const files = changed;
      changed = new Set();
      const problem = await work(files).then(() => null, messageOf);
      if (!isStopped) tell(problem);
    } while (changed.size > 0 && !isStopped);
    running = null;
  };
  const start = () => (running ??= run());
  const isIgnored = (file: string) =>
    folders.some((folder) => file.startsWith(folder) && IGNORED.test(path.relative(folder, file)));
  const watcher = watch([...folders], { ignoreInitial: true, ignored: isIgnored });
  watcher.on('all', (_, file) => {
    changed.add(file);
    clearTimeout(pausing);
    pausing = setTimeout(() => void start(), PAUSE_MS);
  });
  return {
    first: start(),
    stop: async () => {
      isStopped = true;
      clearTimeout(pausing);
      await watcher.close();
      await running;
    },
  };
}
