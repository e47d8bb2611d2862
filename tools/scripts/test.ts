import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { runNode } from '@vidlunnia/remote-kit/process/run';
import { say } from '@vidlunnia/remote-kit/process/task';
import { NO_SETTINGS } from './settings';

const at = (...parts: readonly string[]) => path.join(repositoryRoot(), ...parts);
const tool = (file: string) => at('tools/node_modules', file);

/** A program of a test run. */
interface Step {
  readonly title: string;
  /** Arguments to Node. */
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The JSON report that Jest or Playwright writes. Other programs count as one test. */
  readonly report?: string;
}

const TYPES: Step = { title: 'types', args: [at('node_modules/typescript-7/bin/tsc'), '-b'] };
const LINT: readonly Step[] = [
  { title: 'rules', args: [tool('oxlint/bin/oxlint'), '--config=oxlint.config.mjs'] },
  { title: 'unused', args: [tool('knip/bin/knip.js'), '--no-progress'] },
  { title: 'format', args: [tool('oxfmt/bin/oxfmt'), '--check'] },
];
const BUILD: Step = { title: 'build', args: ['--import', 'tsx', at('tools/scripts/cli.ts'), 'build'] };

const reportOf = (title: string) => at('.cache/reports', `${title.replace(' ', '-')}.json`);

function jest(title: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Step {
  const report = reportOf(title);
  return {
    title,
    args: [at('node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`, ...args],
    env,
    report,
  };
}

/** Playwright tests of a package, whose configuration writes the report that `REPORT` names. */
function playwright(title: string, folder: string, args: readonly string[]): Step {
  const report = reportOf(title);
  return {
    title,
    args: [at('node_modules/@playwright/test/cli.js'), 'test', ...args],
    cwd: at(folder),
    env: { REPORT: report },
    report,
  };
}

/** Runs steps one after the other; after a build that failed, none. */
type Run = (...steps: readonly Step[]) => Promise<void>;

/** What each script runs. The arguments are those of Jest or Playwright, such as a file's name. */
const MODES = {
  all: async (run: Run) => {
    await Promise.all([run(TYPES, ...LINT, BUILD), run(jest('unit tests', []))]);
    // They use both cores by themselves.
    await run(playwright('browser tests', 'e2e', []));
  },
  /** Checks that only read sources. */
  lint: (run: Run) => run(...LINT),
  unit: (run: Run, args: readonly string[]) => run(jest('unit tests', args)),
  /** On the site at `E2E_URL` if set, else on a build. */
  e2e: (run: Run, args: readonly string[]) =>
    run(...(process.env['E2E_URL'] === undefined ? [BUILD] : []), playwright('browser tests', 'e2e', args)),
  documents: (run: Run, args: readonly string[]) =>
    run(BUILD, playwright('documents', 'e2e', ['--config=documents/playwright.config.ts', ...args])),
  compose: (run: Run, args: readonly string[]) =>
    run(
      playwright('compose', 'deploy', [
        '--config=trial/playwright.config.ts',
        '--pass-with-no-tests',
        ...args,
      ]),
    ),
  /** Tests the gateway's cache on a real nginx with the configuration that we provide, then all parts. */
  outside: (run: Run, args: readonly string[]) =>
    run(
      BUILD,
      jest('nginx', ['--selectProjects', 'shell', '--', 'shared-cache'], { NGINX: findNginx() }),
      playwright('outside', 'tools/scripts', ['--config=publishing/trial/playwright.config.ts', ...args]),
    ),
};

export type Mode = keyof typeof MODES;

interface Result {
  readonly title: string;
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** What Jest printed of each file with failures. */
  readonly failures: readonly string[];
}

/** Runs the steps of a mode and prints the time and the counts of each; the last line has the counts of all. */
export async function runTests(mode: Mode, args: readonly string[], signal: AbortSignal): Promise<void> {
  const results: Result[] = [];
  const isUnbuilt = () => results.some(({ title, failed }) => title === BUILD.title && failed > 0);
  await MODES[mode](async (...steps) => {
    for (const step of steps) if (!isUnbuilt()) results.push(await runStep(step, signal));
  }, args);
  say(`\n${summary(results)}`);
  process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
}

async function runStep({ title, args, cwd, env, report }: Step, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted();
  if (report !== undefined) {
    rmSync(report, { force: true });
    mkdirSync(path.dirname(report), { recursive: true });
  }
  const started = performance.now();
  const { code, output } = await runNode(args, {
    cwd: cwd ?? repositoryRoot(),
    env: { ...NO_SETTINGS, ...env },
    // Runners show their progress; other programs speak only of problems.
    output: report === undefined ? 'kept' : 'shown',
    signal,
    // Runners handle it, and need time to end everything that they have started.
    killSignal: 'SIGINT',
    stopDeadlineMs: 300_000,
  });
  if (code !== 0) say(output);
  return { title, seconds: (performance.now() - started) / 1000, ...resultOf(code === 0, report) };
}

type Count<Name extends string> = Readonly<Record<Name, number>>;
type Report =
  /** Jest's. */
  | (Count<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numRuntimeErrorTestSuites'> & {
      readonly testResults: readonly { readonly message: string }[];
    })
  /** Playwright's. */
  | { readonly stats: Count<'expected' | 'unexpected' | 'flaky' | 'skipped'> };

/** The counts of a program that has ended. One that fails without a failed test counts as a failure more. */
export function resultOf(isOk: boolean, report?: string): Omit<Result, 'title' | 'seconds'> {
  const counts =
    report === undefined ? { passed: Number(isOk), failed: 0, skipped: 0, failures: [] } : countsIn(report);
  return isOk || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}

function countsIn(file: string): Omit<Result, 'title' | 'seconds'> {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    // There is none, or only a part.
    return { passed: 0, failed: 1, skipped: 0, failures: [] };
  }
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    // A test that passes only after a retry is a bug, not a pass.
    return { passed: expected, failed: unexpected + flaky, skipped, failures: [] };
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests,
    failures: report.testResults.map(({ message }) => message).filter(Boolean),
  };
}

type Counts = Pick<Result, 'passed' | 'failed' | 'skipped'>;
const lineOf = ({ passed, failed, skipped }: Counts) =>
  `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;

/** Jest's failures, whose own place is far above; then a line for each step; the counts of all on the last line. */
export function summary(results: readonly Result[]): string {
  const sum = (name: keyof Counts) => results.reduce((total, result) => total + result[name], 0);
  return [
    ...results.flatMap(({ failures }) => failures),
    ...results.map(
      (result) => `${result.title.padEnd(16)}${result.seconds.toFixed(1).padStart(6)} s  ${lineOf(result)}`,
    ),
    '',
    lineOf({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }),
  ].join('\n');
}

/** The nginx of this machine. Throws with instructions to get one. */
function findNginx(): string {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin'];
  const file = folders.map((folder) => path.join(folder, 'nginx')).find((each) => existsSync(each));
  if (file === undefined) {
    throw new Error(
      'A real nginx is needed here: “apt-get install nginx-light” or “brew install nginx” installs one',
    );
  }
  return file;
}
