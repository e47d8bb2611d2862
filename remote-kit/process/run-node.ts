import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

interface Options {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether its output goes to ours as it comes, or is kept for the caller. */
  readonly output: 'shown' | 'kept';
  /** Whether it leaves the processor to others that want it. */
  readonly yielding?: boolean;
  /** Ends the program when it is aborted. */
  readonly signal?: AbortSignal;
}

export interface Ended {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  /** What it printed, when that was kept. */
  readonly output: string;
}

/** Runs a Node program to its end. Rejects when it cannot be started or `signal` is aborted. */
export const runNode = (
  args: readonly string[],
  { cwd, env = {}, output, yielding = false, signal }: Options,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: output === 'shown' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      signal,
    });
    if (yielding && child.pid !== undefined) {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    }
    let kept = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (kept += text));
    }
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, output: kept });
    });
  });
