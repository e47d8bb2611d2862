import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/process/repository';
import { NO_SETTINGS } from '@vidlunnia/settings';
import { failTask, interruption, say } from '@vidlunnia/remote-kit/process/task';
import { findNginx } from '@vidlunnia/remote-kit/release/testing/nginx';
import { proofNotes, startProof } from './proofs';
import { resultOf, summary, totalOf, type Step } from './results';

const at = (...parts: readonly string[]) => path.join(repositoryRoot(), ...parts);
const interrupted = interruption();
/** Milliseconds for an interrupted runner to end everything that it has started. */
const END_DEADLINE = 300_000;

/** Steps of each script; arguments are those of Jest or Playwright, such as a file's name. */
const MODES: Readonly<Record<string, (args: readonly string[]) => Promise<readonly Step[]>>> = {
  /** Browser tests use both cores by themselves; everything else runs before them, in parallel. */
  all: async () => {
    const checks = await runTasks(['typecheck', ...LINT], ['test', '--', ...JEST_REPORT]);
    return [...checks, ...(await onBuild(() => runTasks(['test:e2e'])))];
  },
  /** Checks that only read sources. */
  lint: () => runTasks(LINT),
  /** One process for the tests of all packages. */
  unit: async (args) => [await jest('unit tests', args)],
  /** On the site at `E2E_URL` if set, else on a build. */
  e2e: (args) => {
    const run = async () => [await playwright('browser tests', 'e2e', args)];
    return process.env['E2E_URL'] === undefined ? onBuild(run) : run();
  },
  documents: async (args) => [
    await playwright('documents', 'e2e', ['--config=documents/playwright.config.ts', ...args]),
  ],
  compose: async (args) => {
    const options = ['--config=trial/playwright.config.ts', '--pass-with-no-tests'];
    return [await playwright('compose', 'deploy', [...options, ...args])];
  },
  /**
   * Runs the tests of the PUT server and of the gateway's cache on a real nginx with the configurations that we provide;
   * then the trial of all parts.
   */
  outside: (args) =>
    onBuild(async () => [
      await jest(
        'nginx',
        [
          '--selectProjects',
          'remote-kit',
          'shell',
          '--',
          'release/http-target',
          'release/release-target',
          'shared-cache',
        ],
        { NGINX: findNginx() },
      ),
      await playwright('outside', 'scripts', ['--config=publishing/trial/playwright.config.ts', ...args]),
    ]),
};

const LINT = ['rules', 'unused', 'format:check'];
/** Report of Jest and Playwright in the package's folder: turbo caches it, and results are counted from it. */
const REPORT_FILE = '.turbo/report.json';
const JEST_REPORT = ['--json', `--outputFile=${REPORT_FILE}`];

/** Runs a program; its output is passed through, and its result is a step, counted from its report. */
async function runStep(
  title: string,
  cwd: string,
  args: readonly string[],
  { env = {}, report }: { readonly env?: NodeJS.ProcessEnv; readonly report?: string } = {},
): Promise<Step> {
  interrupted.throwIfAborted();
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...NO_SETTINGS, ...env },
    stdio: 'inherit',
  });
  // Runners handle SIGINT and need time to clean up.
  const end = () => {
    child.kill('SIGINT');
    setTimeout(() => child.kill('SIGKILL'), END_DEADLINE).unref();
  };
  interrupted.addEventListener('abort', end);
  const [code] = (await once(child, 'close')) as [number | null];
  interrupted.removeEventListener('abort', end);
  const seconds = (performance.now() - started) / 1000;
  return { title, seconds, ...resultOf(code === 0, report) };
}

/** Runs the production build, and the steps that need it: after a failed build they would only fail too. */
async function onBuild(run: () => Promise<readonly Step[]>): Promise<readonly Step[]> {
  const build = await runStep('build', repositoryRoot(), [at('scripts/run.mjs'), at('scripts/build.ts')]);
  return [build, ...(build.failed === 0 ? await run() : [])];
}

const jest = (title: string, args: readonly string[], env?: NodeJS.ProcessEnv) =>
  runTests(title, '.', [at('node_modules/jest/bin/jest.js'), ...JEST_REPORT, ...args], env);

const playwright = (title: string, folder: string, args: readonly string[]) =>
  runTests(title, folder, [at('node_modules/@playwright/test/cli.js'), 'test', ...args]);

function runTests(
  title: string,
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Step> {
  const report = at(folder, REPORT_FILE);
  rmSync(report, { force: true });
  mkdirSync(path.dirname(report), { recursive: true });
  return runStep(title, at(folder), args, { env, report });
}

/** The used part of a turbo run's summary. */
interface Summary {
  readonly tasks: readonly {
    readonly taskId: string;
    readonly directory: string;
    readonly outputs: readonly string[] | null;
    readonly command: string;
    readonly cache: { readonly status: 'HIT' | 'MISS' };
    readonly execution?: {
      readonly startTime: number;
      readonly endTime: number;
      readonly exitCode: number | null;
    };
  }[];
}

/**
 * Makes turbo run tasks in all packages, without stopping at failures, or use its cached results. Each of `runs` names
 * tasks that run one after another, with their arguments behind `--`; the runs are parallel.
 */
async function runTasks(...runs: readonly (readonly string[])[]): Promise<Step[]> {
  const summaries = at('.turbo/runs');
  rmSync(summaries, { recursive: true, force: true });
  const program = at('scripts/tools/node_modules/turbo/bin/turbo');
  const options = ['--continue=always', '--concurrency=2', '--summarize', '--output-logs=new-only'];
  const ended = await Promise.all(
    runs.map((tasks) =>
      runStep('turbo', repositoryRoot(), [program, 'run', ...options, ...tasks], {
        env: {
          // Results of another Node version are not valid for this one.
          NODE_VERSION: process.version,
          ...{ TURBO_TELEMETRY_DISABLED: '1', TURBO_GLOBAL_WARNING_DISABLED: '1' },
        },
      }),
    ),
  );
  const steps = readdirSync(summaries)
    .map((file) => JSON.parse(readFileSync(path.join(summaries, file), 'utf8')) as Summary)
    .flatMap(({ tasks }) => tasks.filter(({ command }) => command !== '<NONEXISTENT>').map(stepOf));
  // Failures of turbo itself are in no summary.
  return totalOf(steps).failed > 0 ? steps : [...steps, ...ended.filter(({ failed }) => failed > 0)];
}

const stepOf = ({ taskId, directory, outputs, cache, execution }: Summary['tasks'][number]): Step => ({
  title: taskId.replace('//#', '').replace('@vidlunnia/', ''),
  seconds: execution ? (execution.endTime - execution.startTime) / 1000 : 0,
  cached: cache.status === 'HIT',
  ...resultOf(
    execution?.exitCode === 0,
    outputs?.includes(REPORT_FILE) ? at(directory, REPORT_FILE) : undefined,
  ),
});

/**
 * `test.ts MODE [ARGUMENT…]`: runs every step, even after failures, and reports. A successful run of a proof is
 * recorded.
 */
async function test([mode = '', ...args]: readonly string[]): Promise<void> {
  const record = startProof(process.env['npm_lifecycle_event'] ?? '', args);
  const steps = await MODES[mode]?.(args);
  if (!steps) throw new Error(`There is no mode “${mode}”; there are ${Object.keys(MODES).join(', ')}`);
  if (mode === 'all') for (const note of proofNotes()) say(note);
  say(`\n${summary(steps)}`);
  const { passed, failed } = totalOf(steps);
  process.exitCode = failed > 0 ? 1 : 0;
  // Without an engine nothing was tested.
  if (passed > 0) record();
}

test(process.argv.slice(2)).catch(failTask);
