import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Milliseconds that a process has to end by itself before it is killed. */
const STOP_DEADLINE = 12_000;

export interface ChildOptions {
  readonly name: string;
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Called with every line that the process prints. */
  readonly onLine: (line: string) => void;
}

/** A process of the site. */
export interface Child {
  readonly name: string;
  readonly process: ChildProcess;
  /** Resolves when the process has ended and all its output has arrived; the text says how it ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export function startChild({ name, cwd, args, env, onLine }: ChildOptions): Child {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      if (line.trim() !== '') onLine(line);
    });
  }
  const ended = once(child, 'close').then(([code, signal]) =>
    signal ? `signal ${String(signal)}` : `code ${String(code)}`,
  );
  return {
    name,
    process: child,
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE);
      await ended;
      clearTimeout(force);
    },
  };
}
