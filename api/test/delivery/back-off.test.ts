import { expect, test } from '@jest/globals';
import { backOff } from '../../src/delivery/back-off';

test.each([
  [1, 10_000],
  [2, 40_000],
  [6, 10_240_000],
  [7, 21_600_000],
  [1000, 21_600_000],
])('after %i attempts the next is after %i ms, or up to half less', (attempts, whole) => {
  expect([backOff(attempts, 0), backOff(attempts, 0.5), backOff(attempts, 1)]).toEqual([
    whole,
    whole * 0.75,
    whole / 2,
  ]);
});

test('deliveries that failed together are not repeated together', () => {
  expect(new Set(Array.from({ length: 20 }, () => backOff(7))).size).toBeGreaterThan(10);
});
