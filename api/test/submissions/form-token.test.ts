import { expect, test } from '@jest/globals';
import { makeToken, pageInstant, suspicionOfToken } from '../../src/submissions/form-token';

const KEY = Buffer.from('key');
const NOW = Date.parse('2026-11-22T12:00:00Z');
const SECOND = 1_000;
const DAY = 86_400_000;
const token = makeToken(KEY, NOW);

test.each([
  ['at once', 0, 'filled too fast'],
  ['after 1.9 seconds', 1_900, 'filled too fast'],
  ['after 2 seconds', 2 * SECOND, undefined],
  ['after a day', DAY, undefined],
  ['after two days and a second', 2 * DAY + SECOND, 'token too old'],
])('the suspicion of a form that is sent %s', (_, age, suspicion) => {
  expect(suspicionOfToken(KEY, token, NOW + age)).toBe(suspicion);
});

test.each([
  ['none', undefined, 'token missing'],
  ['an empty one', '', 'token missing'],
  ['a text', 'x', 'token invalid'],
  ['another instant', `${String(NOW - DAY)}.${token.split('.')[1] ?? ''}`, 'token invalid'],
  ['another key', makeToken(Buffer.from('other'), NOW), 'token invalid'],
  ['a signature of another length', `${token}x`, 'token invalid'],
])('the suspicion of %s as a token', (_, given, suspicion) => {
  expect(suspicionOfToken(KEY, given, NOW + 10 * SECOND)).toBe(suspicion);
});

test.each([0, 1, 2_001, 599_999, 600_000, 601_999])('a page’s token is valid after %i ms', (passed) => {
  const begin = Math.ceil(NOW / 600_000) * 600_000;
  expect(suspicionOfToken(KEY, makeToken(KEY, pageInstant(begin + passed)), begin + passed)).toBeUndefined();
});

test('pages of ten minutes have the same token', () => {
  const begin = Math.ceil(NOW / 600_000) * 600_000 + 2 * SECOND;
  expect(pageInstant(begin)).toBe(pageInstant(begin + 599_999));
  expect(pageInstant(begin)).not.toBe(pageInstant(begin + 600_000));
});
