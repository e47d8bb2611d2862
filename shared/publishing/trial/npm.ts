import { spawn } from 'node:child_process';

export interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
}

/** Every command so far, as it is typed. */
export const ran: string[] = [];

/** Runs npm to its end, at most `deadline` milliseconds; what it prints is kept. */
export function runNpm(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly deadline?: number },
): Promise<Ran> {
  const { deadline = 900_000, ...rest } = options;
  ran.push(['npm', ...args].join(' '));
  const started = Date.now();
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, {
      ...rest,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      signal: AbortSignal.timeout(deadline),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, output, seconds: (Date.now() - started) / 1000 });
    });
  });
}

/** The same, but rejects with what was printed when it fails. */
export async function npm(...[args, options]: Parameters<typeof runNpm>): Promise<Ran> {
  const result = await runNpm(args, options);
  if (result.code === 0) return result;
  throw new Error(`npm ${args.join(' ')} failed with ${String(result.code)}:\n${result.output}`);
}
