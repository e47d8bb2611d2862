import { describe, expect, test } from '@jest/globals';
import { messages } from '../../src/database/schema';
import { build, post, type Ask } from '../support/build';
import { postgres } from '../support/on-postgres';
import { message } from '../support/payloads';

const START = Date.parse('2026-11-22T12:00:10Z');
const VISITOR = { 'x-forwarded-for': '192.0.2.1' };

const tokenOf = async (ask: Ask, headers: Record<string, string> = VISITOR) => {
  const { json } = await ask('/api/form-token', { headers });
  return (json as { token: string }).token;
};

const database = postgres();

const suspicions = async () => (await database().select().from(messages)).map(({ suspicion }) => suspicion);

describe('a form', () => {
  test.each([
    ['sent two seconds after its visitor began', 2_000, {}, null],
    ['filled at once', 500, {}, 'filled too fast'],
    ['kept for days', 3 * 86_400_000, {}, 'token too old'],
    ['without a token', 2_000, { token: '' }, 'token missing'],
    ['with a made-up token', 2_000, { token: `${String(START)}.aaaa` }, 'token invalid'],
    ['whose honeypot is filled', 2_000, { website: 'https://spam.example' }, 'honeypot'],
  ])('%s is stored, with the same response as any other', async (_, age, changes, suspicion) => {
    let now = START;
    const ask = await build(database(), { now: () => now });
    const token = await tokenOf(ask);
    now += age;
    const { status, json } = await ask('/api/contact', post({ ...message, token, ...changes }));
    expect([status, json]).toEqual([201, {}]);
    expect(await suspicions()).toEqual([suspicion]);
  });

  test('is recognised by every replica, whichever issued its token', async () => {
    const [one, other] = [await build(database(), {}), await build(database(), {})];
    const token = await tokenOf(one, {});
    await other('/api/contact', post({ ...message, token }));
    expect(await suspicions()).toEqual([null]);
  });
});

test('pages of one moment have the same token on every replica; each visitor has their own', async () => {
  let now = START;
  const options = { now: () => now };
  const [one, other] = [await build(database(), options), await build(database(), options)];
  const [page, visitor] = [await tokenOf(one, {}), await tokenOf(one)];
  now += 5_000;
  expect(await tokenOf(other, {})).toBe(page);
  expect(await tokenOf(other)).not.toBe(visitor);
});
