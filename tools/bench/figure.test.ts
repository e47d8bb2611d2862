import { expect, test } from '@jest/globals';
import { interleave, median } from './figure';

test('the median is the middle value, or the mean of two', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  expect(() => median([])).toThrow();
});

test('subjects take turns', async () => {
  let time = 0;
  const next = () => Promise.resolve((time += 1));
  expect(await interleave(2, { a: next, b: next })).toEqual({ a: [1, 3], b: [2, 4] });
});
