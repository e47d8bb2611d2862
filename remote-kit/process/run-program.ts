import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

export interface RunOptions {
  readonly cwd?: string;
  /** Beside the variables of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether its output goes to ours as it comes, or is kept for the caller. */
  readonly output: 'shown' | 'kept';
  /** Whether it leaves the processor to others that want it. */
  readonly yielding?: boolean;
  /** Milliseconds after which it is ended. */
  readonly timeout?: number;
  /** Ends the program when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface Ended {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  /** What it printed, when that was kept. */
  readonly output: string;
}

/** Runs a program to its end. Rejects when it cannot be started, and once it has ended because `signal` was aborted. */
export const runProgram = (
  program: string,
  args: readonly string[],
  { env = {}, output, yielding = false, ...options }: RunOptions,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...options,
      env: { ...process.env, ...env },
      stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // There npm is a script of the shell.
      shell: process.platform === 'win32' && program === 'npm',
    });
    if (yielding && child.pid !== undefined) {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    }
    let kept = '';
    let problem: Error | undefined;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (kept += text));
    }
    child.once('error', (error) => (problem = error));
    child.once('close', (code) => {
      if (problem) reject(problem);
      else resolve({ code, output: kept });
    });
  });

/** The same of a program for Node. */
export const runNode = (args: readonly string[], options: RunOptions): Promise<Ended> =>
  runProgram(process.execPath, args, options);
