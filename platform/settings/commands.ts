import path from 'node:path';
import { parseArgs } from 'node:util';
import { codeOf, messageOf, repositoryRoot } from './machine';

/** An option of a command. `value` names its value in the usage: `--port PORT`. */
export type Options = Readonly<
  Record<string, { readonly type: 'boolean' } | { readonly type: 'string'; readonly value: string }>
>;

/** The values that a command gets for these options. */
export type ValuesOf<Known extends Options> = ReturnType<typeof parseArgs<{ options: Known }>>['values'];

interface Description<Known extends Options> {
  /** One sentence for `--help`. */
  readonly does: string;
  readonly options?: Known;
  /** Positional arguments as the usage shows them: `VERSION`, or optional `[VERSION]`. */
  readonly words?: readonly string[];
  readonly run: (values: ValuesOf<Known>, words: readonly string[]) => unknown;
}

export interface Command {
  /** The arguments as `--help` shows them; empty when there are none. */
  readonly takes: string;
  readonly does: string;
  /** Returns a function that runs the command with these arguments. Throws when they are wrong. */
  readonly prepare: (args: readonly string[]) => () => unknown;
}

/** A command whose arguments and usage are derived from its options. */
export function command<const Known extends Options>({
  does,
  options,
  words = [],
  run,
}: Description<Known>): Command {
  const shown = Object.entries(options ?? {}).map(([name, option]) =>
    option.type === 'string' ? `[--${name} ${option.value}]` : `[--${name}]`,
  );
  return {
    takes: [...words, ...shown].join(' '),
    does,
    prepare: (args) => {
      const { values, positionals } = parseArgs({
        args: [...args],
        options: options ?? ({} as Known),
        allowPositionals: true,
      });
      const missing = words.find((word, index) => !word.startsWith('[') && positionals[index] === undefined);
      if (missing !== undefined) throw new Error(`${missing} is missing`);
      const extra = positionals[words.length];
      if (extra !== undefined) throw new Error(`Unexpected argument '${extra}'`);
      return () => run(values, positionals);
    },
  };
}

/** A command that passes all its arguments to another program. */
export const passing = (does: string, takes: string, run: (args: readonly string[]) => unknown): Command => ({
  does,
  takes,
  prepare: (args) => () => run(args),
});

export type Commands = Readonly<Record<string, Command>>;

/**
 * Runs the command that the first argument names, with the other arguments. `--help` prints usages instead. Rejects
 * with a message for the user. `usageOf` returns what a user types to run a command.
 */
export async function runCommand(
  commands: Commands,
  [name = '', ...args]: readonly string[],
  usageOf: (name: string) => string = npmRun,
): Promise<void> {
  for (const output of [process.stdout, process.stderr])
    output.off('error', endWithReader).on('error', endWithReader);
  const help = (key: string, { takes, does }: Command) =>
    `${usageOf(key)}${takes && ` -- ${takes}`}\n  ${does}\n`;
  if (name === '--help') {
    process.stdout.write(
      Object.entries(commands)
        .map(([key, each]) => help(key, each))
        .join('\n'),
    );
    return;
  }
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!found) throw new Error(`There is no command “${name}”; there are ${Object.keys(commands).join(', ')}`);
  if (args.includes('--help')) {
    process.stdout.write(help(name, found));
    return;
  }
  let start: ReturnType<Command['prepare']>;
  try {
    start = found.prepare(args);
  } catch (error) {
    throw new Error(`${messageOf(error)}\n${help(name, found)}`, { cause: error });
  }
  await start();
}

/** The exit code of programs that SIGPIPE ends. */
export const READER_ENDED = 141;

/**
 * Ends the command in silence when a reader of its output has seen enough, like `head`. A command with a SIGTERM handler
 * stops its child processes before it ends.
 */
export function endWithReader(error: Error): void {
  if (codeOf(error) !== 'EPIPE') throw error;
  // Each further line fails too.
  if (process.exitCode === READER_ENDED) return;
  process.exitCode = READER_ENDED;
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit();
}

/** What is typed in the repository's root to run a script of the package in this folder. */
function npmRun(name: string): string {
  const folder = path.relative(repositoryRoot(), process.cwd());
  return `npm run ${name}${folder && ` -w ${folder}`}`;
}
