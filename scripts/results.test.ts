import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { resultsOf, summary } from './results';

const folder = mkdtempSync(path.join(tmpdir(), 'results-'));
function reportOf(text: string) {
  const report = path.join(folder, 'report.json');
  writeFileSync(report, text);
  return report;
}
const step = { title: 'types', seconds: 16.24 };
const red = { numPassedTests: 5, numFailedTests: 2, numRuntimeErrorTestSuites: 1, numPendingTests: 1 };
const green = { numPassedTests: 5, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 1 };

test.each([
  ['Jest’s tests, and suites that did not run', false, JSON.stringify(red), [5, 3, 1]],
  [
    'Playwright’s, a flaky one as failed',
    false,
    '{"stats":{"expected":4,"unexpected":1,"flaky":2,"skipped":0}}',
    [4, 3, 0],
  ],
  ['a runner that ends badly after nothing but successes', false, JSON.stringify(green), [5, 1, 1]],
  ['a report that is broken off', true, '{"numPassedTests":', [0, 1, 0]],
])('counts %s', (_, ok, report, [passed, failed, skipped]) => {
  expect(resultsOf({ ...step, ok, report: reportOf(report) })).toEqual({ passed, failed, skipped });
});

test('a runner that leaves no report has failed', () => {
  const report = path.join(folder, 'none.json');
  expect(resultsOf({ ...step, ok: true, report })).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the summary has a line for each step, and the counts of all alone on its last', () => {
  const shell = {
    title: 'shell tests',
    seconds: 0.1,
    ok: false,
    cached: true,
    report: reportOf(JSON.stringify(red)),
  };
  expect(summary([{ ...step, ok: true }, shell, { ...step, ok: false }], 201).split('\n')).toEqual([
    'types          16.2 s  1 passed, 0 failed, 0 skipped',
    'shell tests     0.1 s, cached  5 passed, 3 failed, 1 skipped',
    'types          16.2 s  0 passed, 1 failed, 0 skipped',
    'All steps: 201.0 s',
    '',
    '6 passed, 4 failed, 1 skipped',
  ]);
});
