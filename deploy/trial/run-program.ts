import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

const execute = promisify(execFile);

/** Runs a program; gives what it printed. Rejects with the end of its output when it fails or takes too long. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  try {
    const { stdout } = await execute(program, args, {
      ...{ timeout: 180_000, maxBuffer: 256 * 1024 * 1024 },
      ...options,
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr, killed } = error as Partial<Record<'stdout' | 'stderr' | 'killed', unknown>>;
    const end = `${String(stdout)}\n${String(stderr)}`.trim().split('\n').slice(-30).join('\n');
    const how = killed === true ? 'took too long' : 'failed';
    throw new Error(`${program} ${args.slice(0, 4).join(' ')} ${how}:\n${end}`, { cause: error });
  }
}

/** Commands that start compose: the plugin, or the older program. */
const COMPOSES = [['docker', 'compose'], ['docker-compose']] as const;

/** The compose command of this machine, or null without one or without an engine. */
export async function findCompose(): Promise<readonly string[] | null> {
  const works = (program: string, ...args: readonly string[]) =>
    runProgram(program, args).then(
      () => true,
      () => false,
    );
  if (!(await works('docker', 'info'))) return null;
  for (const [program, ...args] of COMPOSES)
    if (await works(program, ...args, 'version')) return [program, ...args];
  return null;
}
