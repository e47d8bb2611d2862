import { isRemoteFresh, sourceVersion } from '../build/source-version';
import { shellPackage } from '../process/task';
import type { RemotePackage } from '@vidlunnia/settings/topology';
import { runNode } from '../process/run';
import { readBuiltRelease, type BuiltRelease } from './built-release';
import type { Say, Team } from './team';

/** Checks that are missing without a browser. */
export const NOT_CHECKED =
  'errors in the console, crashes in effects, islands without height, overlaps, sideways scrolling, accessibility, repeated ids, pixels outside of the own islands, pages reached by links';

export interface GateOptions {
  /** Whether a browser compares the pages. */
  readonly inBrowser: boolean;
  readonly signal: AbortSignal;
}

/** Tests a new release as a whole page before it is published (`remote-kit/gate`). */
export interface Gate {
  /** Renders golden pages as the site's shell would before promoting the release. Rejects with the reason. */
  renderTest(built: BuiltRelease): Promise<void>;
  /**
   * Runs after the render-test. Resolves to whether there was a page to compare with: a first release may have none.
   * Rejects with all findings.
   */
  compareInBrowser(built: BuiltRelease): Promise<boolean>;
  close(): Promise<void>;
}

/** A program that has to succeed before a release is published. */
export interface Step {
  readonly title: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** `NODE_ENV` that it runs with. */
  readonly mode: string;
}

/** A team's sources, from which releases are made. */
export interface WorkingTree {
  readonly checks: readonly Step[];
  /** Version of a build of the current sources. */
  version(): string;
  /** `null` if the last build has this version. */
  build(version: string): Step | null;
  /** The last build. */
  readBuilt(): Promise<BuiltRelease>;
  /**
   * Prepares to test the build as a whole page. Rejects when a browser is required and there is none. Absent without a
   * shell: then only the site tests a release, when it ingests it.
   */
  openGate?(team: Team, options: GateOptions): Promise<Gate>;
}

/** The sources of a remote, checked and built by the scripts of its package. */
export function workingTree(remote: RemotePackage, openGate: Required<WorkingTree>['openGate']): WorkingTree {
  const step = (title: string, script: string, mode: string): Step => ({
    ...packageScript(remote, script),
    title,
    mode,
  });
  return {
    checks: [step('Types', 'typecheck', 'development'), step('Tests', 'test', 'test')],
    version: () => sourceVersion(remote.directory),
    build: (version) =>
      isRemoteFresh(remote.directory, version) ? null : step('Build', 'build', 'production'),
    readBuilt: () => readBuiltRelease(remote),
    ...(shellPackage() !== null && { openGate }),
  };
}

/** Arguments with which Node runs a script of a remote's package. */
export function packageScript(
  { directory }: Pick<RemotePackage, 'directory'>,
  name: string,
): Pick<Step, 'args' | 'cwd'> {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('This runs by npm, with the scripts of package.json');
  return { args: [npm, 'run', '--silent', name], cwd: directory };
}

/** Rejects when the step's program fails, after printing its output. */
export async function runStep(
  { title, args, cwd, mode }: Step,
  say: Say,
  signal: AbortSignal,
): Promise<void> {
  await timed(title, say, async () => {
    const env = { NODE_ENV: mode };
    const { code, output } = await runNode(args, { cwd, env, output: 'kept', signal });
    if (code === 0) return 'right';
    say(output.trimEnd());
    throw new Error(`${title}: failed, for the reasons above; nothing was released`);
  });
}

/** Reports how a check ended, and how long it took. */
export async function timed(title: string, say: Say, check: () => Promise<string>): Promise<void> {
  const started = Date.now();
  const outcome = await check();
  say(`${title}: ${outcome}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
}
