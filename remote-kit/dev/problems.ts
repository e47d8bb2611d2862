import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { problemsFolder } from '../environment/places';
import type { Environment } from '../environment/read-settings';
import { repositoryRoot } from '../environment/repository';
import { watchWebpack } from '../build/run-webpack';
import { runNode } from '../process/run-program';
import { say } from '../process/say';

/** Tells what has to be fixed now; `null` when nothing has to. */
type TellProblem = (problem: string | null) => void;

/** A part's problem is printed, and written where the shell finds it to show it on open pages. */
export function problemsOf(part: string, environment: Environment): TellProblem {
  const folder = problemsFolder(environment);
  const file = path.join(folder, part);
  // Of a process that was killed.
  rmSync(file, { force: true });
  return (problem) => {
    if (problem === null) {
      rmSync(file, { force: true });
      return;
    }
    const shown = problem.replaceAll(`${repositoryRoot}/`, '').trim();
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

/**
 * Checks types after every change; builds do not wait for it. webpack watches, since TypeScript 7.0.2 notices no change by
 * itself. Returns what ends it.
 */
export const checkTypes = ({ args, cwd, folders, tell, signal }: TypesOptions): (() => Promise<void>) =>
  watchWebpack([{ name: 'types', mode: 'none', entry: {} }], {
    folders,
    onBuilt: async () => {
      const { code, output } = await runNode(args, { cwd, output: 'kept', signal });
      if (code !== 0) throw new Error(output);
    },
    onProblem: (problem) => {
      if (!signal.aborted) tell(problem);
    },
  });
