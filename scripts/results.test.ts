import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { resultOf, summary } from './results';

const folder = mkdtempSync(path.join(tmpdir(), 'results-'));
function reportOf(text: string) {
  const report = path.join(folder, 'report.json');
  writeFileSync(report, text);
  return report;
}
const green = {
  numPassedTests: 5,
  numFailedTests: 0,
  numRuntimeErrorTestSuites: 0,
  numPendingTests: 1,
  testResults: [{ message: '' }],
};
const red = {
  ...green,
  numFailedTests: 2,
  numRuntimeErrorTestSuites: 1,
  testResults: [{ message: '● it works: expected 1' }, { message: '' }],
};
const playwright = { stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 0 } };

test.each([
  ['Jest’s tests, and suites that did not run', false, JSON.stringify(red), [5, 3, 1]],
  ['Playwright’s, a flaky one as failed', false, JSON.stringify(playwright), [4, 3, 0]],
  ['a runner that ends badly after nothing but successes', false, JSON.stringify(green), [5, 1, 1]],
  ['a report that is broken off', true, '{"numPassedTests":', [0, 1, 0]],
])('counts %s', (_, ok, report, [passed, failed, skipped]) => {
  expect(resultOf(ok, reportOf(report))).toMatchObject({ passed, failed, skipped });
});

test('failures are shown once more, and the last line has only the counts of all steps', () => {
  const steps = [
    { title: 'types', seconds: 16.24, ...resultOf(true) },
    { title: 'shell', seconds: 0, cached: true, ...resultOf(false, reportOf(JSON.stringify(red))) },
    { title: 'build', seconds: 1, ...resultOf(false) },
  ];
  expect(summary(steps)).toMatch(
    /^● it works: expected 1\ntypes +16\.2 s {2}1 passed.*\nshell .* 0\.0 s, cached .*\n.*\n\n6 passed, 4 failed, 1 skipped$/,
  );
});
