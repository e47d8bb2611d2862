import { execFile } from 'node:child_process';

export interface RunOptions {
  readonly cwd?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Milliseconds. */
  readonly deadline?: number;
  readonly signal?: AbortSignal;
}

const DEADLINE = 180_000;
const OUTPUT_BYTES = 256 * 1024 * 1024;

/** Runs a program; gives what it printed. Rejects with the end of its output when it fails or is late. */
export const runProgram = (
  program: string,
  args: readonly string[],
  { cwd, environment, deadline = DEADLINE, signal }: RunOptions = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = {
      ...(cwd !== undefined && { cwd }),
      ...(signal && { signal }),
      env: { ...process.env, ...environment },
      timeout: deadline,
      maxBuffer: OUTPUT_BYTES,
      encoding: 'utf8',
    } as const;
    execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) {
        resolve(stdout);
        return;
      }
      const how = error.killed ? `was not done in ${String(deadline / 1000)} s` : 'failed';
      const end = `${stdout}\n${stderr}`.trim().split('\n').slice(-30).join('\n');
      reject(new Error(`${program} ${args.slice(0, 4).join(' ')} ${how}:\n${end}`, { cause: error }));
    });
  });
