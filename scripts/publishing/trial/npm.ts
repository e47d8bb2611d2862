import { spawn } from 'node:child_process';

export interface Ran {
  readonly code: number | null;
  readonly output: string;
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
export function runNpm(args: readonly string[], { signal, ...rest }: Options): Promise<Ran> {
  ran.push(['npm', ...args].join(' '));
  const started = Date.now();
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn('npm', args, {
      ...rest,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      timeout: DEADLINE,
    });
    const end = () => void child.kill();
    signal.addEventListener('abort', end);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => {
      signal.removeEventListener('abort', end);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve({ code, output, seconds: (Date.now() - started) / 1000 });
    });
  });
}

/** The same, but rejects with what was printed when it fails. */
export async function npm(...[args, options]: Parameters<typeof runNpm>): Promise<Ran> {
  const result = await runNpm(args, options);
  if (result.code === 0) return result;
  throw new Error(`npm ${args.join(' ')} failed with ${String(result.code)}:\n${result.output}`);
}
