import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { watch } from 'chokidar';
import type { Environment } from '@vidlunnia/settings';
import { dataFolder, keysFolder, messageOf, repositoryRoot } from '@vidlunnia/settings/machine';
import { runNode } from './run';
import { say } from './task';

/** Environment of the parts during development; variables that are already set take precedence. */
export const developmentEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  LOG_LEVEL: 'warn',
  HOST: '127.0.0.1',
  RELEASE_POLL_MS: '50',
  // Every save makes a release.
  RELEASE_KEEP_MS: '600000',
  ...environment,
  NODE_ENV: 'development',
  // Data stored during development must not mix with the site that `npm start` runs.
  DATA_DIR: path.join(dataFolder(environment), 'development'),
  KEYS_DIR: keysFolder(environment),
});

/** Pause between a change and the work: an editor may write several files. */
const PAUSE_MS = 30;
const IGNORED = /(?:^|[\\/])(?:node_modules|dist|\.[^\\/]+)(?:[\\/]|$)/;

export interface Watch {
  /** Resolves after the first run. */
  readonly first: Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Does the work now and after every change in these folders. Runs never overlap: changes during a run cause one more.
 * `tell` is called with the error message of each failed run, and with `null` after a successful one.
 */
export function onChange(
  folders: readonly string[],
  work: (changed: ReadonlySet<string>) => Promise<void>,
  tell: (problem: string | null) => void,
): Watch {
  let changed = new Set<string>();
  let running: Promise<void> | null = null;
  let pausing: NodeJS.Timeout | undefined;
  let isStopped = false;
  const run = async () => {
    do {
      const files = changed;
      changed = new Set();
      const problem = await work(files).then(() => null, messageOf);
      if (!isStopped) tell(problem);
    } while (changed.size > 0 && !isStopped);
    running = null;
  };
  const start = () => (running ??= run());
  const isIgnored = (file: string) =>
    folders.some((folder) => file.startsWith(folder) && IGNORED.test(path.relative(folder, file)));
  const watcher = watch([...folders], { ignoreInitial: true, ignored: isIgnored });
  watcher.on('all', (_, file) => {
    changed.add(file);
    clearTimeout(pausing);
    pausing = setTimeout(() => void start(), PAUSE_MS);
  });
  return {
    first: start(),
    stop: async () => {
      isStopped = true;
      clearTimeout(pausing);
      await watcher.close();
      await running;
    },
  };
}

/** Reports the current problem; `null` when there is none. */
type TellProblem = (problem: string | null) => void;

/** Prints a part's problem, and writes it where the shell finds it to show it on open pages. */
export function problemsOf(part: string, environment: Environment): TellProblem {
  const folder = path.join(dataFolder(environment), 'problems');
  const file = path.join(folder, part);
  // A killed process may have left it.
  rmSync(file, { force: true });
  return (problem) => {
    if (problem === null) {
      rmSync(file, { force: true });
      return;
    }
    const shown = problem.replaceAll(`${repositoryRoot()}/`, '').trim();
    say(shown);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, shown);
  };
}

interface TypesOptions {
  /** Arguments to Node that run the compiler. */
  readonly args: readonly string[];
  readonly cwd: string;
  /** Folders of the sources. */
  readonly folders: readonly string[];
  readonly tell: TellProblem;
  readonly signal: AbortSignal;
}

/** Checks types now and after every change; builds do not wait for it. Returns a function that stops it. */
export const checkTypes = ({ args, cwd, folders, tell, signal }: TypesOptions): (() => Promise<void>) =>
  onChange(
    folders,
    async () => {
      const { code, output } = await runNode(args, { cwd, output: 'kept', signal });
      if (code !== 0) throw new Error(output);
    },
    (problem) => {
      if (!signal.aborted) tell(problem);
    },
  ).stop;
