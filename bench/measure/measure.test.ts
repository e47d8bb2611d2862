import { expect, test } from '@jest/globals';
import { interleave } from './interleave';
import { median } from './median';

test.each([
  [[3], 3],
  [[9, 1, 5], 5],
  [[4, 1, 10, 2], 3],
  [[10, 9, 100], 10],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test('there is no median of nothing', () => {
  expect(() => median([])).toThrow('no median');
});

test('subjects take turns, and each keeps its own results', async () => {
  const order: string[] = [];
  const subject = (name: string) => () => Promise.resolve(order.push(name));
  expect(await interleave(3, { a: subject('a'), b: subject('b') })).toEqual({ a: [1, 3, 5], b: [2, 4, 6] });
  expect(order.join('')).toBe('ababab');
});
