import { expect, test } from '@jest/globals';
import { messages } from '../../src/database/schema';
import { build, post, tokenBy } from '../support/build';
import { postgres } from '../support/on-postgres';
import { message } from '../support/payloads';

const START = Date.parse('2026-11-22T12:00:10Z');
const VISITOR = { 'x-forwarded-for': '192.0.2.1' };

const database = postgres();

const suspicions = async () => (await database().select().from(messages)).map(({ suspicion }) => suspicion);

test.each([
  ['sent two seconds after its visitor began', 2_000, {}, null],
  ['filled at once', 500, {}, 'filled too fast'],
  ['whose honeypot is filled', 2_000, { website: 'https://spam.example' }, 'honeypot'],
])('a form %s is stored, with the same response as any other', async (_, age, changes, suspicion) => {
  let now = START;
  const ask = await build(database(), { now: () => now });
  const token = await tokenBy(ask, VISITOR);
  now += age;
  const { status, json } = await ask('/api/contact', post({ ...message, ...token, ...changes }));
  expect([status, json]).toEqual([201, {}]);
  expect(await suspicions()).toEqual([suspicion]);
});

test('pages of one moment have the same token on every replica, which any recognises; each visitor has their own', async () => {
  let now = START;
  const options = { now: () => now };
  const [one, other] = [await build(database(), options), await build(database(), options)];
  const [page, visitor] = [await tokenBy(one), await tokenBy(one, VISITOR)];
  now += 5_000;
  expect(await tokenBy(other)).toEqual(page);
  expect(await tokenBy(other, VISITOR)).not.toEqual(visitor);
  await other('/api/contact', post({ ...message, ...page }));
  expect(await suspicions()).toEqual([null]);
});
