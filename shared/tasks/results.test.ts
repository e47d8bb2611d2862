import { expect, test } from '@jest/globals';
import { addResults, NOTHING, summary, timeTable } from './results';

const SOME = { passed: 5, failed: 2, skipped: 1 };

test('results add up, and nothing adds nothing', () => {
  expect(addResults(SOME, { passed: 10, failed: 20, skipped: 30 })).toEqual({
    passed: 15,
    failed: 22,
    skipped: 31,
  });
  expect(addResults(NOTHING, SOME)).toEqual(SOME);
  expect(addResults(SOME, NOTHING)).toEqual(SOME);
});

test('the summary is one plain line of counts', () => {
  expect(summary(SOME)).toBe('5 passed, 2 failed, 1 skipped');
});

test('the table has a line for each step, with its seconds and counts', () => {
  expect(
    timeTable([
      { title: 'Types', seconds: 16.24, results: { passed: 1, failed: 0, skipped: 0 } },
      { title: 'Browser tests', seconds: 201, results: SOME },
    ]),
  ).toBe(
    'Types            16.2 s  1 passed, 0 failed, 0 skipped\n' +
      'Browser tests   201.0 s  5 passed, 2 failed, 1 skipped',
  );
});
