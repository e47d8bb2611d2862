import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { problemsFolder } from '../environment/places';
import type { Environment } from '../environment/read-settings';
import { repositoryRoot } from '../environment/repository';
import { say } from '../process/say';

/** Tells what has to be fixed now; `null` when nothing has to. */
export type TellProblem = (problem: string | null) => void;

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
