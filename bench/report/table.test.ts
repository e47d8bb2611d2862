import { expect, test } from '@jest/globals';
import { atLeast, atMost, isMet, type Figure } from '../figures/figure';
import { table } from './table';

const figure = (measured: number, target?: Figure['target']): Figure => ({
  name: 'Entry',
  measured,
  unit: 'KB',
  ...(target && { target }),
});

test.each([
  [10, atMost(10), true],
  [10.01, atMost(10), false],
  [0.5, atLeast(0.5), true],
  [0.49, atLeast(0.5), false],
  [NaN, atMost(10), false],
  [NaN, atLeast(10), false],
])('%d, which should be %j: %p', (measured, target, met) => {
  expect(isMet(figure(measured, target))).toBe(met);
});

test('a figure without a target is neither met nor missed', () => {
  expect(isMet(figure(1))).toBeNull();
});

test('the table says of each figure what it is, what it should be, and whether it is', () => {
  expect(table([figure(7.938, atMost(10)), figure(12, atMost(10)), figure(123.456)])).toBe(
    [
      'Figure  Measured  Target',
      'Entry   7.94 KB   at most 10 KB  met',
      'Entry   12 KB     at most 10 KB  not met',
      'Entry   123.5 KB',
    ].join('\n'),
  );
});
