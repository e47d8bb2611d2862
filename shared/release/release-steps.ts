import path from 'node:path';
import { isStale } from '../build/stale';
import { placeOf, repositoryRoot } from '../environment/repository';
import type { Remote } from '../environment/topology';
import { messageOf } from '../process/errors';
import { runNode } from '../process/run-node';
import { passedCheck, type PassedCheck } from './passed-check';
import { relatedTests } from './related-tests';
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
  /** By which it need not run again while nothing has changed that it depends on. */
  readonly passed?: PassedCheck;
  /** Arguments besides, with which it checks what depends on these modules alone: the rest held, and has not changed. */
  readonly argsFor?: (modules: readonly string[]) => Promise<readonly string[]>;
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
      passed: passedCheck(folder, 'Types'),
    },
    {
      title: 'Tests',
      args: [program('jest/bin/jest.js'), '--selectProjects', folder],
      cwd: repositoryRoot,
      mode: 'test',
      yielding: true,
      passed: passedCheck(folder, 'Tests'),
      argsFor: async (modules) => [
        ...['--passWithNoTests', '--runTestsByPath'],
        ...(await relatedTests(folder, modules)),
      ],
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
  passed: {
    isKnown: () => isStale(folder, 'production').then((stale) => !stale),
    changedModules: () => null,
    remember: () => Promise.resolve(),
  },
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
 * Builds, then goes on with what was built; the checks run beside it, one after another. Resolves to what `onBuilt`
 * does. Rejects when all have ended, naming the steps that failed, each of which has reported its reasons then; or with
 * what `onBuilt` rejects with. When `signal` is aborted the programs are ended.
 */
export async function runSteps<Tried>(
  { checks, build }: Steps,
  { onBuilding = () => undefined, onBuilt, say, signal }: Run<Tried>,
): Promise<Tried> {
  say(`${namesOf([...checks, build])}…`);
  const failed = new Set<Step>();
  const run = async (step: Step, onStarted?: () => void) => {
    if (!(await runStep(step, { say, signal, onStarted }))) failed.add(step);
  };
  const [checked, tried] = await Promise.allSettled([
    checks.reduce((before, step) => before.then(() => run(step)), Promise.resolve()),
    run(build, onBuilding).then(() => (failed.has(build) ? null : onBuilt())),
  ]);
  if (checked.status === 'rejected') throw checked.reason;
  if (failed.size === 0 && tried.status === 'fulfilled' && tried.value !== null) return tried.value;
  if (tried.status === 'rejected') {
    if (failed.size === 0) throw tried.reason;
    say(messageOf(tried.reason));
  }
  throw stepsFailed([...checks, build].filter((step) => failed.has(step)));
}

const stepsFailed = (steps: readonly Step[]) =>
  new Error(`${namesOf(steps)}: failed, for the reasons above; nothing was released`);

const namesOf = (steps: readonly Step[]) => steps.map(({ title }) => title).join(', ');

/** Resolves to whether the step holds; one that does not prints all that its program did. */
async function runStep(
  { title, args, cwd, mode, yielding = false, passed, argsFor }: Step,
  {
    say,
    signal,
    onStarted,
  }: { readonly say: Say; readonly signal: AbortSignal; readonly onStarted: (() => void) | undefined },
): Promise<boolean> {
  // Sources that cannot be read are for the program to report.
  if (await passed?.isKnown().catch(() => false)) {
    say(`${title}: right, nothing has changed since it was`);
    onStarted?.();
    return true;
  }
  const started = Date.now();
  const changed = passed?.changedModules() ?? null;
  const more = argsFor && changed ? await argsFor(changed).catch(() => []) : [];
  const running = runNode([...args, ...more], {
    ...{ cwd, env: { NODE_ENV: mode }, output: 'kept', yielding, signal },
  });
  onStarted?.();
  const { code, output } = await running;
  const holds = code === 0;
  if (holds) await passed?.remember();
  else say(output.trimEnd());
  say(`${title}: ${holds ? 'right' : 'failed'}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return holds;
}
