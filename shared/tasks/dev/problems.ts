import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROBLEMS_FOLDER } from '../../environment/places';
import { repositoryRoot } from '../../environment/repository';
import { say } from '../../process/say';

/** Tells what is wrong now, or `null` when nothing is any more. */
export type TellProblem = (problem: string | null) => void;

/** For a part of the site: a problem is printed, and left where the shell finds it to show it on open pages. */
export function problemsOf(part: string, folder = PROBLEMS_FOLDER): TellProblem {
  const file = path.join(folder, part);
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
