import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import type { Remote } from '../environment/topology';
import { runNode } from '../process/run-node';
import type { Say } from './team';

/** What stands before a release: a program that either holds or does not. */
export interface Step {
  readonly title: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** `NODE_ENV` that it runs with. */
  readonly mode: string;
}

const program = (file: string) => path.join(repositoryRoot, 'node_modules', file);

/** Type check, tests and build of one package, by the programs that the whole repository is checked with. */
export const stepsOf = ({ folder }: Remote): readonly Step[] => [
  {
    title: 'Types',
    args: [program('typescript/bin/tsc'), '-b', folder],
    cwd: repositoryRoot,
    mode: 'development',
  },
  {
    title: 'Tests',
    args: [program('jest/bin/jest.js'), '--selectProjects', folder],
    cwd: repositoryRoot,
    mode: 'test',
  },
  {
    title: 'Build',
    args: ['--import', 'tsx', path.join(repositoryRoot, 'shared/build/cli.ts')],
    cwd: path.join(repositoryRoot, folder),
    mode: 'production',
  },
];

/**
 * Runs steps side by side: none needs another's result. Rejects, naming those that failed, when all have ended; each
 * has reported its reasons then. When `signal` is aborted the programs are ended.
 */
export async function runSteps(steps: readonly Step[], say: Say, signal: AbortSignal): Promise<void> {
  say(`${namesOf(steps)}…`);
  const held = await Promise.all(steps.map((step) => runStep(step, say, signal)));
  const failed = steps.filter((_, index) => !held[index]);
  if (failed.length > 0) {
    throw new Error(`${namesOf(failed)}: failed, for the reasons above; nothing was released`);
  }
}

const namesOf = (steps: readonly Step[]) => steps.map(({ title }) => title).join(', ');

/** Resolves to whether the step holds; one that does not prints all that its program did. */
async function runStep({ title, args, cwd, mode }: Step, say: Say, signal: AbortSignal): Promise<boolean> {
  const started = Date.now();
  const { code, output } = await runNode(args, { cwd, env: { NODE_ENV: mode }, output: 'kept', signal });
  const holds = code === 0;
  if (!holds) say(output.trimEnd());
  say(`${title}: ${holds ? 'right' : 'failed'}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return holds;
}
