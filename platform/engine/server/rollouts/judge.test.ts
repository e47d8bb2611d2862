import { expect, test } from '@jest/globals';
import { isWorse } from './judge';

const of = (failing: number, visitors: number) => ({ failing, visitors });

test.each([
  ['half of its visitors fail', of(8, 16), of(0, 150), true],
  ['all of few fail', of(5, 5), of(0, 45), true],
  ['the difference is five standard errors', of(41, 100), of(10, 100), true],
  ['the difference is less', of(40, 100), of(10, 100), false],
  ['all fail with both', of(20, 20), of(180, 180), false],
  ['four fail', of(4, 4), of(0, 10_000), false],
  ['no visitor had the baseline', of(50, 50), of(0, 0), false],
  ['a significant difference of one in a hundred', of(300, 20_000), of(100, 20_000), false],
])('%s', (_, candidate, baseline, expected) => {
  expect(isWorse(candidate, baseline)).toBe(expected);
});

/** Simulates releases that are compared after every visitor. Returns the visitors of both before each withdrawal. */
function simulate(share: number, liveRate: number, newRate: number, releases: number): number[] {
  let seed = 38;
  // MINSTD: the same numbers in every run.
  const next = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: releases }, () => {
    const [live, candidate] = [of(0, 0), of(0, 0)];
    for (let visitors = 1; visitors <= 600; visitors += 1) {
      const [sample, rate] = next() < share ? [candidate, newRate] : [live, liveRate];
      sample.visitors += 1;
      if (next() < rate) sample.failing += 1;
      if (isWorse(candidate, live)) return visitors;
    }
    return Infinity;
  });
}

test.each([
  [0.1, 0.01],
  [0.5, 0.03],
  [0.1, 0.1],
])('with a share of %d and a failure rate of %d, none of 100 good releases is withdrawn', (share, rate) => {
  expect(simulate(share, rate, rate, 100)).toEqual(Array(100).fill(Infinity));
});

test('a release that fails for half of its visitors (a tenth of all) is withdrawn, mostly within 130 visitors', () => {
  const after = simulate(0.1, 0.01, 0.5, 51).sort((one, other) => one - other);
  expect(after[25]).toBeLessThanOrEqual(130);
  expect(after.at(-1)).toBeLessThan(600);
});
