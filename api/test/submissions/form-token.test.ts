import { expect, test } from '@jest/globals';
import { makeToken, pageInstant, suspicionOfToken } from '../../src/submissions/form-token';

const KEY = Buffer.from('key');
const NOW = Date.parse('2026-11-22T12:00:00Z');
const SECOND = 1_000;
const DAY = 86_400_000;
const token = makeToken(KEY, NOW);

test.each([
  ['a token after 1.9 seconds', token, 1_900, 'filled too fast'],
  ['a token after 2 seconds', token, 2 * SECOND, undefined],
  ['a token after a day', token, DAY, undefined],
  ['a token after two days and a second', token, 2 * DAY + SECOND, 'token too old'],
  ['a token of a clock that was ahead', token, -DAY, undefined],
  ['no token', undefined, 10 * SECOND, 'token missing'],
  ['an empty token', '', 10 * SECOND, 'token missing'],
  ['a text', 'x', 10 * SECOND, 'token invalid'],
  ['another instant', `${String(NOW - DAY)}.${token.split('.')[1] ?? ''}`, 10 * SECOND, 'token invalid'],
  ['another key', makeToken(Buffer.from('other'), NOW), 10 * SECOND, 'token invalid'],
  ['a signature of another length', `${token}x`, 10 * SECOND, 'token invalid'],
])('the suspicion of %s', (_, given, age, suspicion) => {
  expect(suspicionOfToken(KEY, given, NOW + age)).toBe(suspicion);
});

const BEGIN = Math.ceil(NOW / 600_000) * 600_000;

test.each([0, 1, 2_001, 599_999, 600_000, 601_999])('a page’s token is valid after %i ms', (passed) => {
  expect(suspicionOfToken(KEY, makeToken(KEY, pageInstant(BEGIN + passed)), BEGIN + passed)).toBeUndefined();
});

test('pages of ten minutes have the same token', () => {
  const pages = [0, 599_999, 600_000].map((passed) => pageInstant(BEGIN + 2 * SECOND + passed));
  expect(pages).toEqual([BEGIN, BEGIN, BEGIN + 600_000]);
});
