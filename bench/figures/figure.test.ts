import { expect, test } from '@jest/globals';
import { atLeast, atMost, isMet, type Figure } from './figure';

test.each<[number, Figure['target'], boolean | null]>([
  [10, atMost(10), true],
  [10.01, atMost(10), false],
  [0.5, atLeast(0.5), true],
  [0.49, atLeast(0.5), false],
  [NaN, atMost(10), false],
  [NaN, atLeast(10), false],
  [1, undefined, null],
])('%d, which should be %j: %p', (measured, target, met) => {
  expect(isMet({ name: 'Entry', measured, unit: 'KB', ...(target && { target }) })).toBe(met);
});
