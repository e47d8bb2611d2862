import path from 'node:path';
import { isStale } from '../build/freshness';
import { placeOf, repositoryRoot } from '../environment/repository';
import type { Remote } from '../environment/topology';
import { runNode } from '../process/run-node';
import type { Say } from './team';

/** What stands before a release: a program that either holds or does not. */
interface Step {
  readonly title: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** `NODE_ENV` that it runs with. */
  readonly mode: string;
  /** Whether others need not wait for it: it leaves the processor to them. */
  readonly yielding?: boolean;
  /** Whether it need not run: what it makes is there. */
  readonly isDone?: () => boolean;
}

const program = (file: string) => path.join(repositoryRoot, 'node_modules', file);

/** What stands before a release of a package. */
export interface Steps {
  readonly checks: readonly Step[];
  readonly build: Step;
}

/** Type check, tests and build of one package, by the programs that the whole repository is checked with. */
export const stepsOf = ({ folder }: Remote): Steps => ({
  checks: [
    {
      title: 'Types',
      args: [program('typescript-7/bin/tsc'), '-b', folder],
      cwd: repositoryRoot,
      mode: 'development',
      yielding: true,
    },
    {
      title: 'Tests',
      args: [program('jest/bin/jest.js'), '--selectProjects', folder],
      cwd: repositoryRoot,
      mode: 'test',
      yielding: true,
    },
  ],
  build: buildStep(folder, ['--import', 'tsx', path.join(repositoryRoot, 'shared/build/cli.ts')]),
});

/** A build tells by itself of which sources it is. */
export const buildStep = (folder: string, args: readonly string[]): Step => ({
  title: 'Build',
  args,
  cwd: path.join(repositoryRoot, placeOf(folder)),
  mode: 'production',
  isDone: () => !isStale(folder, 'production'),
});

interface Run<Tried> {
  /** Called when the build is under way, or need not run. */
  readonly onBuilding?: () => void;
  /** Goes on with what was built; needs none of the checks. */
  readonly onBuilt: () => Promise<Tried>;
  readonly say: Say;
  readonly signal: AbortSignal;
}

/**
 * Builds, then goes on with what was built; the checks run beside it, one after another. Resolves to the result of
 * `onBuilt`. The first failure ends the other programs, and rejects; so does `signal` when it is aborted.
 */
export async function runSteps<Tried>(
  { checks, build }: Steps,
  { onBuilding, onBuilt, say, signal }: Run<Tried>,
): Promise<Tried> {
  say(`${[...checks, build].map(({ title }) => title).join(', ')}…`);
  const failed = new AbortController();
  const ended = AbortSignal.any([signal, failed.signal]);
  const check = async () => {
    for (const step of checks) await runStep(step, { say, signal: ended });
  };
  try {
    const [tried] = await Promise.all([
      runStep(build, { say, signal: ended, onStarted: onBuilding }).then(onBuilt),
      check(),
    ]);
    return tried;
  } catch (error) {
    failed.abort();
    throw error;
  }
}

/** Rejects when the step does not hold, after printing all that its program did. */
async function runStep(
  { title, args, cwd, mode, yielding = false, isDone }: Step,
  {
    say,
    signal,
    onStarted,
  }: { readonly say: Say; readonly signal: AbortSignal; readonly onStarted?: (() => void) | undefined },
): Promise<void> {
  if (isDone?.()) {
    say(`${title}: nothing has changed`);
    onStarted?.();
    return;
  }
  const started = Date.now();
  const running = runNode(args, { cwd, env: { NODE_ENV: mode }, output: 'kept', yielding, signal });
  onStarted?.();
  const { code, output } = await running;
  if (code !== 0) say(output.trimEnd());
  say(`${title}: ${code === 0 ? 'right' : 'failed'}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (code !== 0) throw new Error(`${title}: failed, for the reasons above; nothing was released`);
}
