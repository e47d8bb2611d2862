import { expect, test } from '@jest/globals';
import { makeToken, spamFilter, suspicionOfToken } from '../../src/submissions/spam';
import { postgres } from '../support/on-postgres';

const KEY = Buffer.from('key');
const NOW = Date.parse('2026-11-22T12:00:00Z');
const DAY = 86_400_000;
const token = makeToken(KEY, NOW);

test.each([
  ['a token', token, 0, undefined],
  ['a token from a clock that is ahead', token, -DAY, undefined],
  ['a token after thirty days', token, 30 * DAY, undefined],
  ['a token after thirty days and a millisecond', token, 30 * DAY + 1, 'token too old'],
  ['no token', undefined, 0, 'token missing'],
  ['an empty token', '', 0, 'token missing'],
  ['a text', 'x', 0, 'token invalid'],
  ['another instant', `${String(NOW - DAY)}.${token.split('.')[1] ?? ''}`, 0, 'token invalid'],
  ['another key', makeToken(Buffer.from('other'), NOW), 0, 'token invalid'],
  ['a signature of another length', `${token}x`, 0, 'token invalid'],
])('the suspicion of %s', (_, given, age, suspicion) => {
  expect(suspicionOfToken(KEY, given, NOW + age)).toBe(suspicion);
});

test('forms of ten minutes have the same token', () => {
  const [first, last, next] = [0, 599_999, 600_000].map((passed) => makeToken(KEY, NOW + passed));
  expect([first === last, first === next]).toEqual([true, false]);
});

const database = postgres();

test.each([
  ['is filled', DAY, undefined],
  ['is filled in a form of three days ago', 3 * DAY, 'honeypot'],
])('every replica recognises the others’ tokens; a trap that %s', async (_, age, suspicion) => {
  let now = NOW;
  const [one, other] = [spamFilter(database(), () => now), spamFilter(database(), () => now)];
  const given = await one.token();
  expect(await other.token()).toBe(given);
  now += age;
  expect(await other.suspicionOf({ token: given })).toBeUndefined();
  expect(await other.suspicionOf({ token: given, website: 'https://spam.example' })).toBe(suspicion);
  expect(await other.suspicionOf({ token: '1.x', website: 'https://spam.example' })).toBe('honeypot');
});
