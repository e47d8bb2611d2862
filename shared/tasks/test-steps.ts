import path from 'node:path';
import { repositoryRoot } from '../build/repository';
import { findBrowser } from './find-browser';
import type { Results } from './results';
import { reportFile, runCheck, runTests } from './run-step';

const program = (file: string) => path.join(repositoryRoot, 'node_modules', file);

export const checkTypes = () => runCheck('Types', [program('typescript/bin/tsc'), '-b']);

export const checkRules = () =>
  runCheck('Rules', [
    program('eslint/bin/eslint.js'),
    '.',
    '--max-warnings',
    '0',
    '--cache',
    '--cache-location',
    '.cache/eslint',
  ]);

export const checkFormat = () =>
  runCheck('Format', [program('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']);

/** Unit and API tests. */
export function runJest(): Promise<Results> {
  const file = reportFile('jest.json');
  return runTests('Unit and API tests', [program('jest/bin/jest.js'), '--json', `--outputFile=${file}`], {
    file,
    count: countJest,
  });
}

/** Browser tests on the production build. */
export function runPlaywright(): Promise<Results> {
  const file = reportFile('playwright.json');
  return runTests(
    'Browser tests',
    [program('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts'],
    { file, count: countPlaywright },
    { CHROMIUM_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: file },
  );
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
