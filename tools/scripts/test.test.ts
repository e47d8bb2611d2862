import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { resultOf, summary } from './test';

const folder = temporaryFolder();
function reportOf(report: string) {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, report);
  return file;
}
const counts = { numPassedTests: 5, numPendingTests: 1 };
const green = { ...counts, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [{ message: '' }] };
const testResults = [{ message: '● it works: expected 1' }, { message: '' }];
const red = { ...counts, numFailedTests: 2, numRuntimeErrorTestSuites: 1, testResults };
const playwright = { stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 0 } };

test.each([
  ['Jest’s tests, and suites that did not run', false, JSON.stringify(red), [5, 3, 1]],
  ['Playwright’s, a flaky one as failed', false, JSON.stringify(playwright), [4, 3, 0]],
  ['a runner that fails although all its tests pass', false, JSON.stringify(green), [5, 1, 1]],
  ['a report that is cut off', true, '{"numPassedTests":', [0, 1, 0]],
])('counts %s', (_, ok, report, [passed, failed, skipped]) => {
  expect(resultOf(ok, reportOf(report))).toMatchObject({ passed, failed, skipped });
});

test('failures are repeated, and the last line has only the counts of all steps', () => {
  const steps = [
    { title: 'types', seconds: 16.24, ...resultOf(true) },
    { title: 'unit tests', seconds: 0, ...resultOf(false, reportOf(JSON.stringify(red))) },
    { title: 'build', seconds: 1, ...resultOf(false) },
  ];
  expect(summary(steps)).toMatch(
    /^● it works: expected 1\ntypes +16\.2 s {2}1 passed.*\nunit tests .* 0\.0 s .*\n.*\n\n6 passed, 4 failed, 1 skipped$/,
  );
});
