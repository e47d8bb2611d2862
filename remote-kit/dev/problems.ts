import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolder, repositoryRoot } from '@vidlunnia/settings/machine';
import type { Environment } from '@vidlunnia/settings';
import { onChange } from '../process/on-change';
import { runNode } from '../process/run';
import { say } from '../process/task';

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
