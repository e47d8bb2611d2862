import { runProgram, type Ended } from '@vidlunnia/remote-kit/process/run-program';

export interface Ran extends Ended {
  readonly seconds: number;
}

/** Every command so far, as it is typed. */
export const ran: string[] = [];

interface Options {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Ends npm, and what it runs. */
  readonly signal: AbortSignal;
}

/** Milliseconds for a command. */
const DEADLINE = 900_000;

/** Runs npm to its end; what it prints is kept. Rejects, once npm has ended, when the signal is aborted. */
export async function runNpm(args: readonly string[], options: Options): Promise<Ran> {
  ran.push(['npm', ...args].join(' '));
  const started = Date.now();
  const ended = await runProgram('npm', args, { ...options, output: 'kept', timeout: DEADLINE });
  return { ...ended, seconds: (Date.now() - started) / 1000 };
}

/** The same, but rejects with what was printed when it fails. */
export async function npm(...[args, options]: Parameters<typeof runNpm>): Promise<Ran> {
  const result = await runNpm(args, options);
  if (result.code === 0) return result;
  throw new Error(`npm ${args.join(' ')} failed with ${String(result.code)}:\n${result.output}`);
}
