import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';
import { NO_SETTINGS } from '@vidlunnia/remote-kit/environment/settings';
import { interruption } from '@vidlunnia/remote-kit/process/interruption';
import { runNode } from '@vidlunnia/remote-kit/process/run-program';
import { failTask, say } from '@vidlunnia/remote-kit/process/say';
import { proofNotes } from './proofs';
import { summary, type Step } from './results';

const at = (...parts: readonly string[]) => path.join(repositoryRoot, ...parts);
const interrupted = interruption();

/** Each mode of `npm test`; `lint` has those checks that read sources alone. */
const MODES: Readonly<Record<string, (args: readonly string[]) => Promise<readonly Step[]>>> = {
  /** Browser tests keep both cores busy by themselves; everything else runs before them, side by side. */
  all: async () => {
    const checks = await runTasks(['typecheck', ...LINT], ['test', '--', ...REPORT]);
    const build = await buildStep();
    // Without a build they would only repeat its failure.
    return [...checks, build, ...(build.ok ? await runTasks(['test:e2e']) : [])];
  },
  lint: () => runTasks(LINT),
  /** One process for the tests of all packages; `args` are Jest's, such as a file's name. */
  unit: async (args) => [await runTests('unit tests', '.', ['jest/bin/jest.js', ...REPORT, ...args])],
  /** On the site at `E2E_URL`, if it is set, else on a build; `args` are Playwright's. */
  e2e: async (args) => {
    const build = process.env['E2E_URL'] === undefined ? [await buildStep()] : [];
    if (build.some(({ ok }) => !ok)) return build;
    return [...build, await runTests('browser tests', 'e2e', ['@playwright/test/cli.js', 'test', ...args])];
  },
};

const LINT = ['rules', 'unused', 'format:check'];
/** What Jest and Playwright leave in the package's folder, for turbo to keep and to count from. */
const REPORT_FILE = '.turbo/report.json';
const REPORT = ['--json', `--outputFile=${REPORT_FILE}`];

/** Runs a program for people and programs alike: its output is ours, its outcome a step. */
async function runStep(title: string, cwd: string, args: readonly string[]): Promise<Step> {
  const started = performance.now();
  const { code } = await runNode(args, { cwd, env: NO_SETTINGS, output: 'shown', signal: interrupted });
  return { title, seconds: (performance.now() - started) / 1000, ok: code === 0 };
}

const buildStep = () => runStep('build', repositoryRoot, [at('scripts/run.mjs'), at('scripts/build.ts')]);

async function runTests(
  title: string,
  folder: string,
  [program = '', ...args]: readonly string[],
): Promise<Step> {
  const report = at(folder, REPORT_FILE);
  rmSync(report, { force: true });
  mkdirSync(path.dirname(report), { recursive: true });
  return { ...(await runStep(title, at(folder), [at('node_modules', program), ...args])), report };
}

/** What turbo writes of a run, as far as it is read here. */
interface Summary {
  readonly tasks: readonly {
    readonly taskId: string;
    readonly task: string;
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
 * Has turbo run tasks in all packages, whatever fails, or take their results from its cache. Each of `runs` names tasks,
 * which follow one another, with arguments for them behind `--`; the runs go beside each other.
 */
async function runTasks(...runs: readonly (readonly string[])[]): Promise<Step[]> {
  const summaries = at('.turbo/runs');
  rmSync(summaries, { recursive: true, force: true });
  const program = at('scripts/tools/node_modules/turbo/bin/turbo');
  const options = ['--continue=always', '--concurrency=1', '--summarize', '--output-logs=new-only'];
  const ended = await Promise.all(
    runs.map((tasks) => runStep('turbo', repositoryRoot, [program, 'run', ...options, ...tasks])),
  );
  const steps = readdirSync(summaries)
    .map((file) => JSON.parse(readFileSync(path.join(summaries, file), 'utf8')) as Summary)
    .flatMap(({ tasks }) => tasks.filter(({ command }) => command !== '<NONEXISTENT>').map(stepOf));
  // What turbo itself fails by stands in no summary.
  return steps.every(({ ok }) => ok) ? [...steps, ...ended.filter(({ ok }) => !ok)] : steps;
}

function stepOf({ taskId, directory, outputs, cache, execution }: Summary['tasks'][number]): Step {
  return {
    title: taskId.replace('//#', '').replace('@vidlunnia/', ''),
    seconds: execution ? (execution.endTime - execution.startTime) / 1000 : 0,
    ok: execution?.exitCode === 0,
    cached: cache.status === 'HIT',
    report: outputs?.includes(REPORT_FILE) ? at(directory, REPORT_FILE) : undefined,
  };
}

/** `test.ts all | lint | unit | e2e [ARGUMENT…]`: runs every step, whatever fails, and reports. */
async function test([mode = '', ...args]: readonly string[]): Promise<void> {
  Object.assign(process.env, {
    // Results of another Node are not for this one.
    NODE_VERSION: process.version,
    ...{ TURBO_TELEMETRY_DISABLED: '1', TURBO_GLOBAL_WARNING_DISABLED: '1' },
  });
  const steps = await MODES[mode]?.(args);
  if (!steps) throw new Error(`There is no mode “${mode}”; there are ${Object.keys(MODES).join(', ')}`);
  if (mode === 'all') for (const note of proofNotes()) say(note);
  say(`\n${summary(steps, process.uptime())}`);
  process.exitCode = steps.every(({ ok }) => ok) ? 0 : 1;
}

test(process.argv.slice(2)).catch(failTask);
