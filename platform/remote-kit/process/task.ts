import { createRequire } from 'node:module';
import path from 'node:path';
import { inspect } from 'node:util';
import { READER_ENDED } from '@vidlunnia/settings/commands';
import { messageOf, repositoryRoot } from '@vidlunnia/settings/machine';

/** Folder of the shell's package, a workspace or installed; `null` if there is none. */
export function shellPackage(): string | null {
  try {
    const fromHere = createRequire(path.join(repositoryRoot(), 'package.json'));
    return path.dirname(fromHere.resolve('@vidlunnia/shell/package.json'));
  } catch {
    return null;
  }
}

/** Prints a line for the user of a command. */
export type Say = (line: string) => void;

export const say: Say = (line) => {
  process.stdout.write(`${line}\n`);
};

/** Ends a task with an error message; with `LOG_LEVEL=debug`, also with stack and causes. */
export function failTask(error: unknown): never {
  // The reader of the output has gone.
  if (process.exitCode === READER_ENDED) process.exit();
  process.stderr.write(`${process.env['LOG_LEVEL'] === 'debug' ? inspect(error) : messageOf(error)}\n`);
  process.exit(1);
}

/** Ends the process when the task has ended. A task that was interrupted has not succeeded. */
export const endWith = (task: Promise<unknown>, interrupted: AbortSignal): Promise<never> =>
  task.then(
    () => process.exit(),
    (error: unknown) => failTask(interrupted.aborted ? interrupted.reason : error),
  );

/** Milliseconds between two checks that npm still runs. */
const INTERVAL = 500;

/**
 * A signal that is aborted when this task has to end: by Ctrl-C, SIGTERM or the end of its terminal. npm runs
 * the task through a command shell. That shell may die of a signal without forwarding it, which orphans the task.
 */
export function interruption(self: Pick<NodeJS.Process, 'env' | 'on' | 'ppid'> = process): AbortSignal {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    self.on(name, () => {
      interrupted.abort(new Error(`Interrupted by ${name}`));
    });
  }
  const parent = self.ppid;
  if (self.env['npm_lifecycle_event'] !== undefined) {
    setInterval(() => {
      if (self.ppid !== parent) interrupted.abort(new Error('Interrupted by the end of npm'));
    }, INTERVAL).unref();
  }
  return interrupted.signal;
}

/** Ends everything that a task has started. */
export class Cleanup {
  private readonly ends: (() => unknown)[] = [];

  defer(end: () => unknown): void {
    this.ends.push(end);
  }

  /** Ends everything, the last part first, even when some throw. Rejects with the first failure. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const end of this.ends.splice(0).reverse()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
