import { randomInt } from 'node:crypto';
import path from 'node:path';
import { repositoryRoot } from '../environment/repository';
import { buildSite } from './build-site';
import { findTestBrowser } from '../environment/find-browser';
import { NOTHING, type Ended, type Results } from './results';
import { reportFile, run, runCheck, runTests } from './run-step';
import { say } from '../process/say';
import { messageOf } from '../process/errors';

const program = (file: string) => path.join(repositoryRoot, 'node_modules', file);

/** One step of the tests. */
export interface Step {
  readonly title: string;
  /** Whether the steps after it are of no use when it fails. */
  readonly blocking?: boolean;
  readonly run: () => Promise<Results>;
}

const checkTool = (file: string) => path.join(__dirname, 'tools/node_modules', file);

const check = (title: string, ...args: string[]): Step => ({ title, run: () => runCheck(title, args) });

export const TYPES = check('Types', program('typescript-7/bin/tsc'), '-b');

/** Lints files, or everything. Files that are changed may be of no kind that has rules, or a format. */
export const rules = (files: readonly string[] = []): Step =>
  check(
    'Rules',
    checkTool('oxlint/bin/oxlint'),
    '--config=oxlint.config.mjs',
    '--no-error-on-unmatched-pattern',
    ...files,
  );

/** Finds files, exports and dependencies that nothing uses, and cycles of imports. */
export const UNUSED = check('Unused', checkTool('knip/bin/knip.js'), '--no-progress');

/** Checks the format of files, or of everything. */
export const format = (files: readonly string[] = []): Step =>
  check('Format', checkTool('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern', ...files);

export const BUILD: Step = {
  title: 'Build',
  blocking: true,
  run: async () => {
    try {
      await buildSite();
      return { ...NOTHING, passed: 1 };
    } catch (error) {
      say(messageOf(error));
      return { ...NOTHING, failed: 1 };
    }
  },
};

/**
 * What all random values of tests are made of, printed: `SEED` repeats a run.
 * @throws Error when `SEED` is none
 */
function announceSeed(): string {
  const seed = process.env['SEED'] ?? String(randomInt(2_000_000_000));
  if (!/^\d{1,9}$|^1\d{9}$/.test(seed))
    throw new Error(`SEED is “${seed}”: it has to be a whole number below 2000000000`);
  say(`Random values are those of SEED=${seed}`);
  return seed;
}

/** Unit and API tests; `args` are Jest's. */
export const unitTests = (args: readonly string[] = []): Step => ({
  title: 'Unit and API tests',
  run: () => {
    const file = reportFile('jest.json');
    const command = [
      program('jest/bin/jest.js'),
      `--seed=${announceSeed()}`,
      '--json',
      `--outputFile=${file}`,
    ];
    return runTests([...command, ...args], { file, count: countJest });
  },
});

/** Browser tests on the production build; `args` are Playwright's. What fails is run once more, recorded. */
export const browserTests = (args: readonly string[] = []): Step => ({
  title: 'Browser tests',
  run: async () => {
    const file = reportFile('playwright.json');
    const command = [program('@playwright/test/cli.js'), 'test', '--config=e2e/playwright.config.ts'];
    const environment = { CHROMIUM_PATH: findTestBrowser(), SEED: announceSeed() };
    const results = await runTests(
      [...command, '--reporter=list,json', ...args],
      { file, count: countPlaywright },
      { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    );
    if (results.failed > 0) {
      say('\nWhat failed runs once more for its traces, in e2e/results; it counts as failed all the same.');
      await run(
        [...command, '--last-failed', '--trace=on', '--max-failures=10', '--reporter=list'],
        environment,
        'shown',
      );
    }
    return results;
  },
});

/** Runs steps one after another, whatever fails, but for what a failed build would only repeat. */
export async function inTurn(steps: readonly Step[]): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const { title, blocking = false, run: runStep } of steps) {
    say(`— ${title}`);
    const started = performance.now();
    const results = await runStep();
    ended.push({ title, seconds: (performance.now() - started) / 1000, results });
    if (blocking && results.failed > 0) break;
  }
  return ended;
}

function countJest(json: unknown): Results {
  const report = json as Record<
    'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numRuntimeErrorTestSuites',
    number
  >;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests,
  };
}

function countPlaywright(json: unknown): Results {
  const { stats } = json as { stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> };
  // A test that passes only when repeated is a bug to find, not a pass.
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
