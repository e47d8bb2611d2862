import { expect, test } from '@jest/globals';
import { atLeast, atMost, interleave, isMet, median } from './figure';

test('a target is the most or the least that a figure may have', () => {
  const figure = { name: '', unit: '', measured: 2 } as const;
  expect([isMet(figure), isMet({ ...figure, target: atMost(2) })]).toEqual([null, true]);
  expect(isMet({ ...figure, target: atLeast(2.1) })).toBe(false);
});

test('the median is the middle value, or the mean of two', () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3])]).toEqual([2, 2.5]);
  expect(() => median([])).toThrow();
});

test('subjects take turns', async () => {
  let time = 0;
  const next = () => Promise.resolve((time += 1));
  expect(await interleave(2, { a: next, b: next })).toEqual({ a: [1, 3], b: [2, 4] });
});
