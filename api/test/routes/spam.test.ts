import { expect, test } from '@jest/globals';
import { messages } from '../../src/database/schema';
import { build, post, tokenBy } from '../support/build';
import { postgres } from '../support/on-postgres';
import { message } from '../support/payloads';

const START = Date.parse('2026-11-22T12:00:10Z');
const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const FORGED = { token: '1.x' };
const TRAPPED = { website: 'https://spam.example' };

const database = postgres();

const suspicions = async () => (await database().select().from(messages)).map(({ suspicion }) => suspicion);

test.each([
  ['sent at once', 0, {}, null],
  ['from a page of three weeks ago', 21 * DAY, {}, null],
  ['from a page of five weeks ago', 35 * DAY, {}, 'token too old'],
  ['without a valid token', SECOND, FORGED, 'token invalid'],
  ['whose trap a filler filled', SECOND, TRAPPED, null],
  ['whose trap is filled, from a page of three days ago,', 3 * DAY, TRAPPED, 'honeypot'],
  ['whose trap is filled, without a valid token,', SECOND, { ...FORGED, ...TRAPPED }, 'honeypot'],
])('a form %s is stored, with the same response as any other', async (_, age, changes, suspicion) => {
  let now = START;
  const ask = await build(database(), { now: () => now });
  const token = await tokenBy(ask);
  now += age;
  const { status, json } = await ask('/api/contact', post({ ...message, ...token, ...changes }));
  expect([status, json]).toEqual([201, {}]);
  expect(await suspicions()).toEqual([suspicion]);
});

test('every replica has the same token for a while, and recognises those of others', async () => {
  let now = START;
  const options = { now: () => now };
  const [one, other] = [await build(database(), options), await build(database(), options)];
  const token = await tokenBy(one);
  now += 5 * SECOND;
  expect(await tokenBy(other)).toEqual(token);
  await other('/api/contact', post({ ...message, ...token }));
  expect(await suspicions()).toEqual([null]);
});
