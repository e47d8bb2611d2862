import { expect, test } from '@jest/globals';
import { currentYear } from './current-year';

test.each([
  ['2026-06-01T12:00:00Z', 2026],
  ['2026-12-31T21:59:59Z', 2026],
  ['2026-12-31T22:00:00Z', 2027],
  ['2027-01-01T05:00:00+14:00', 2026],
])('at %s it is %i in Kyiv', (time, year) => {
  expect(currentYear(new Date(time))).toBe(year);
});
