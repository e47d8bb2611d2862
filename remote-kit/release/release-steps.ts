import { isStale } from '../build/freshness';
import type { Remote } from '../environment/topology';
import { runNode } from '../process/run-program';
import type { Say } from './team';

/** What stands before a release: a program that either holds or does not. */
interface Step {
  readonly title: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** `NODE_ENV` that it runs with. */
  readonly mode: string;
  /** Whether it need not run: what it makes is there. */
  readonly isDone?: () => boolean;
}

/** What stands before a release of a package. */
export interface Steps {
  readonly checks: readonly Step[];
  readonly build: Step;
}

/** How Node runs a script of a remote's package. */
export function packageScript({ directory }: Remote, name: string): Pick<Step, 'args' | 'cwd'> {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('This runs by npm, with the scripts of package.json');
  return { args: [npm, 'run', '--silent', name], cwd: directory };
}

/** A package's own scripts: they say by which programs it is checked. A build tells by itself of which sources it is. */
export function stepsOf(remote: Remote): Steps {
  const script = (name: string) => packageScript(remote, name);
  return {
    checks: [
      { title: 'Types', ...script('typecheck'), mode: 'development' },
      { title: 'Tests', ...script('test'), mode: 'test' },
    ],
    build: {
      title: 'Build',
      ...script('build'),
      mode: 'production',
      isDone: () => !isStale(remote.directory),
    },
  };
}

interface Run<Tried> {
  /** Called when the build is under way, or need not run. When it rejects, all has failed. */
  readonly onBuilding?: (ended: AbortSignal) => Promise<unknown> | undefined;
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
    // Nothing else waits for them: they leave the processor to the build.
    for (const step of checks) await runStep(step, { say, signal: ended, yielding: true });
  };
  try {
    const building = runStep(build, { say, signal: ended, yielding: false });
    const [tried] = await Promise.all([building.then(onBuilt), onBuilding?.(ended), check()]);
    return tried;
  } catch (error) {
    failed.abort();
    throw error;
  }
}

/** Rejects when the step does not hold, after printing all that its program did. */
async function runStep(
  { title, args, cwd, mode, isDone }: Step,
  { say, signal, yielding }: Pick<Run<unknown>, 'say' | 'signal'> & { readonly yielding: boolean },
): Promise<void> {
  if (isDone?.()) {
    say(`${title}: nothing has changed`);
    return;
  }
  const started = Date.now();
  const env = { NODE_ENV: mode };
  const { code, output } = await runNode(args, { cwd, env, output: 'kept', yielding, signal });
  if (code !== 0) say(output.trimEnd());
  say(`${title}: ${code === 0 ? 'right' : 'failed'}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (code !== 0) throw new Error(`${title}: failed, for the reasons above; nothing was released`);
}
