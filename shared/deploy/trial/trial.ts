import type { Results } from '../../tasks/results';
import { startChecks } from './check';
import { tryDevelopment } from './development';
import { tryProduction } from './production';
import { DEVELOPMENT, openProject, PRODUCTION } from './project';

const TRIALS = {
  production: { files: PRODUCTION, run: tryProduction },
  development: { files: DEVELOPMENT, run: tryDevelopment },
} as const;

export type TrialName = keyof typeof TRIALS;
export const TRIAL_NAMES = Object.keys(TRIALS) as readonly TrialName[];

/** Starts one of the stacks on this machine's engine and tries it; leaves nothing behind but the build cache. */
export async function runTrial(
  name: TrialName,
  compose: readonly string[],
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<Results> {
  const { files, run } = TRIALS[name];
  const { check, results } = startChecks(signal, say);
  const project = await openProject(compose, files, signal);
  try {
    say(`\nStarting ${name}…`);
    await run(project, check);
  } finally {
    say('Removing what was started…');
    await project.remove();
  }
  return results();
}
