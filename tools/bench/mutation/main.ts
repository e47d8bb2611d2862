import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import startDatabases, { stopDatabases } from '@vidlunnia/api/test/support/databases-for-all';
import { runNode } from '@vidlunnia/remote-kit/process/run';
import { failTask, interruption, say } from '@vidlunnia/remote-kit/process/task';
import { copySources } from '@vidlunnia/scripts';
import { NO_SETTINGS } from '@vidlunnia/scripts/settings';
import { passing, runCommand } from '@vidlunnia/settings/commands';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { atLeast } from '../figure';
import { publish } from '../report';
import { SOURCES, testsOf } from './sources';

/** Lowest share of killed mutants, in percent. */
const MIN_SCORE = 85;
/** Added to the usual time of a mutant's tests; longer than the limit of one test that hangs. */
const TIMEOUT_MS = 10_000;

/**
 * Makes one fault at a time in a copy of the sources, and lists the faults that no test notices. Each word selects the
 * sources whose path, or a test's path, contains it. Returns the score in percent; below `MIN_SCORE` the process fails.
 */
async function testMutations(words: readonly string[]): Promise<number> {
  const signal = interruption();
  const sources = Object.keys(SOURCES).filter((source) => {
    const files = [source, ...testsOf(source)];
    return words.length === 0 || words.some((word) => files.some((file) => file.includes(word)));
  });
  if (sources.length === 0) {
    say(`No source is selected. These can be:\n${Object.keys(SOURCES).join('\n')}`);
    return 100;
  }
  const copy = await copySources();
  const results = new Map<string, Count>();
  try {
    if (sources.flatMap(testsOf).some((test) => test.startsWith('api/'))) await startDatabases();
    for (const source of sources) results.set(source, await testSource(source, copy, signal));
  } finally {
    await stopDatabases();
    await rm(copy, { recursive: true, force: true });
  }
  for (const [source, count] of results) say(`${source}: ${lineOf(count)}`);
  const counts = [...results.values()];
  const sum = (name: keyof Count) => counts.reduce((total, count) => total + count[name], 0);
  const all = { killed: sum('killed'), survived: sum('survived') };
  say(`\n${lineOf(all)}`);
  const score = scoreOf(all);
  // Without any fault the score is not a number, and the run has failed, too.
  process.exitCode = score >= MIN_SCORE ? 0 : 1;
  return score;
}

const COMMANDS = {
  mutation: passing(
    'Makes faults in the most important sources, and lists those that no unit test notices. --publish writes the score of all sources into README.md.',
    '[FILE… | --publish]',
    async (args) => {
      const publishes = args.includes('--publish');
      const measured = await testMutations(publishes ? [] : args);
      if (publishes)
        await publish([
          {
            name: 'Faults in the most important sources that tests notice',
            measured,
            unit: '%',
            target: atLeast(MIN_SCORE),
          },
        ]);
    },
  ),
};

async function testSource(source: string, copy: string, signal: AbortSignal): Promise<Count> {
  const report = path.join(repositoryRoot(), '.cache/mutation', `${source}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  forgetSurvivors(report);
  const file = path.join(copy, 'stryker.config.json');
  const config = await jestConfigOf(source, copy);
  const options = {
    // Inside the copy, the links between our packages lead to its own sources.
    inPlace: true,
    disableTypeChecks: false,
    mutate: [source],
    testRunner: 'jest',
    coverageAnalysis: 'perTest',
    jest: {
      configFile: 'jest.config.mjs',
      config: {
        ...config,
        testEnvironment: path.join(copy, 'tools/bench/mutation/fail-fast-environment.cjs'),
      },
      enableFindRelatedTests: false,
    },
    timeoutMS: TIMEOUT_MS,
    concurrency: 2,
    // Keeps the results of unchanged code.
    incremental: true,
    incrementalFile: report,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { reportTests: false, logTests: false },
    warnings: { slow: false },
  };
  writeFileSync(file, JSON.stringify(options));
  const stryker = path.join(copy, 'tools/node_modules/@stryker-mutator/core/bin/stryker.js');
  const { code } = await runNode([stryker, 'run', file], {
    cwd: copy,
    env: { ...NO_SETTINGS, TEST_ENVIRONMENT: config.testEnvironment },
    output: 'shown',
    signal,
    killSignal: 'SIGINT',
  });
  if (code !== 0) throw new Error(`The tests of ${source} could not be run`);
  return countIn(report);
}

/** Part of a project in Jest's configuration. */
interface Project {
  readonly rootDir: string;
  readonly testEnvironment: string;
  readonly globalSetup?: string;
  readonly globalTeardown?: string;
}

/** Jest's configuration for the tests of a source: that of their project, limited to their folders. */
async function jestConfigOf(
  source: string,
  copy: string,
): Promise<Project & Readonly<Record<string, unknown>>> {
  const tests = testsOf(source).map((test) => path.join(copy, test));
  const file = pathToFileURL(path.join(copy, 'jest.config.mjs')).href;
  const { default: config } = (await import(file)) as {
    readonly default: { readonly testTimeout: number; readonly projects: readonly Project[] };
  };
  const folderOf = ({ rootDir }: Project) => rootDir.replace('<rootDir>', copy);
  const project = config.projects.findLast((each) => tests[0]?.startsWith(`${folderOf(each)}/`));
  if (!project) throw new Error(`${source} has no tests`);
  // One database server serves all runs.
  const { globalSetup: _, globalTeardown: __, ...rest } = project;
  const options = JSON.stringify(rest).replaceAll('<rootDir>', folderOf(project));
  return {
    ...(JSON.parse(options) as Project),
    rootDir: copy,
    roots: [...new Set(tests.map((test) => path.dirname(test)))],
    testMatch: tests,
    testTimeout: config.testTimeout,
    // Instead of those of the file.
    projects: [],
  };
}

interface Count {
  readonly killed: number;
  readonly survived: number;
}

/** Stryker's report of one source (https://github.com/stryker-mutator/mutation-testing-elements). */
interface Report {
  readonly files: Readonly<Record<string, { mutants: readonly { readonly status: string }[] }>>;
}

const readReport = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Report;

/** Removes surviving mutants, so that they are tested again. Stryker would keep them even if a test has changed. */
function forgetSurvivors(file: string): void {
  if (!existsSync(file)) return;
  const report = readReport(file);
  for (const source of Object.values(report.files))
    source.mutants = source.mutants.filter(({ status }) => status !== 'Survived' && status !== 'NoCoverage');
  writeFileSync(file, JSON.stringify(report));
}

/** Counts the mutants of a report. A test that hangs counts as a kill. */
function countIn(file: string): Count {
  const mutants = Object.values(readReport(file).files).flatMap((source) => source.mutants);
  const count = (...states: string[]) => mutants.filter(({ status }) => states.includes(status)).length;
  return { killed: count('Killed', 'Timeout'), survived: count('Survived', 'NoCoverage') };
}

const scoreOf = ({ killed, survived }: Count) => (killed / (killed + survived)) * 100;

const lineOf = (count: Count) =>
  `${String(count.killed)} killed, ${String(count.survived)} survived, score ${scoreOf(count).toFixed(1)} %`;

runCommand(COMMANDS, ['mutation', ...process.argv.slice(2)]).then(() => process.exit(), failTask);
