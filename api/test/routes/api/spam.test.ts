/** @jest-environment ./test/support/pglite-environment.ts */
import { describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { messages, submission_counts } from '../../../src/database/schema';
import { build, post, type Ask } from '../../support/build';
import { onEachDatabase } from '../../support/on-each-database';
import { message } from '../../support/payloads';

const START = Date.parse('2026-11-22T12:00:10Z');
const MINUTE = 60_000;
const VISITOR = { 'x-forwarded-for': '192.0.2.1' };

const tokenOf = async (ask: Ask, headers: Record<string, string> = VISITOR) => {
  const { json } = await ask('/api/form-token', { headers });
  return (json as { token: string }).token;
};

onEachDatabase((database) => {
  const suspicions = async () => (await database().select().from(messages)).map(({ suspicion }) => suspicion);

  describe('a form', () => {
    test.each([
      ['sent two seconds after its visitor began', 2_000, {}, null],
      ['filled at once', 500, {}, 'filled too fast'],
      ['kept for days', 3 * 86_400_000, {}, 'token too old'],
      ['without a token', 2_000, { token: '' }, 'token missing'],
      ['with a made-up token', 2_000, { token: `${String(START)}.aaaa` }, 'token invalid'],
      ['whose honeypot is filled', 2_000, { website: 'https://spam.example' }, 'honeypot'],
    ])('%s is stored, and answered as any other', async (_, age, changes, suspicion) => {
      let now = START;
      const ask = await build(database(), { now: () => now });
      const token = await tokenOf(ask);
      now += age;
      const { status, json } = await ask('/api/contact', post({ ...message, token, ...changes }));
      expect([status, json]).toEqual([201, {}]);
      expect(await suspicions()).toEqual([suspicion]);
    });

    test('is known by every replica that gave its token out, whoever stores it', async () => {
      const [one, other] = [await build(database(), {}), await build(database(), {})];
      const token = await tokenOf(one, {});
      await other('/api/contact', post({ ...message, token }));
      expect(await suspicions()).toEqual([null]);
    });
  });

  test('pages of one moment have one token, on every replica; visitors have each their own', async () => {
    let now = START;
    const options = { now: () => now };
    const [one, other] = [await build(database(), options), await build(database(), options)];
    const [page, visitor] = [await tokenOf(one, {}), await tokenOf(one)];
    now += 5_000;
    expect(await tokenOf(other, {})).toBe(page);
    expect(await tokenOf(other)).not.toBe(visitor);
  });

  describe('the limit on submissions', () => {
    const replicas = async (now: () => number) => {
      const options = { submissionsPerMinute: 2, now };
      return [await build(database(), options), await build(database(), options)] as const;
    };
    const statusOf = async (ask: Ask, address: string, path = '/api/contact') =>
      (await ask(path, post(message, { 'x-forwarded-for': address }))).status;

    test('is one for all replicas, for an address or an IPv6 prefix, until the window is over', async () => {
      let now = START + MINUTE;
      const [one, other] = await replicas(() => now);
      expect(await statusOf(one, '2001:db8:0:7::1')).toBe(201);
      expect(await statusOf(one, '2001:db8:0:7::2')).toBe(201);
      const refused = await other('/api/contact', post(message, { 'x-forwarded-for': '2001:db8:0:7::3' }));
      expect(refused.json).toEqual({ type: 'about:blank', title: 'Too Many Requests', status: 429 });
      expect(refused.headers.get('retry-after')).toBe('50');
      expect(await statusOf(other, '2001:db8:0:8::1')).toBe(201);
      now += 50_000;
      expect(await statusOf(other, '2001:db8:0:7::3')).toBe(201);
    });

    test('keeps no address, and no window that is over', async () => {
      let now = START + 10 * MINUTE;
      const [one] = await replicas(() => now);
      const countsOf = (at: number) =>
        database()
          .select()
          .from(submission_counts)
          .where(eq(submission_counts.window_start, new Date(at - 10_000)));
      await statusOf(one, '198.51.100.7');
      expect(await countsOf(now)).toEqual([
        expect.objectContaining({ count: 1, client: expect.stringMatching(/^[\w-]{43}$/) }),
      ]);
      const earlier = now;
      now += MINUTE;
      await statusOf(one, '198.51.100.8');
      // The purge goes on beside the response.
      for (let look = 0; look < 100 && (await countsOf(earlier)).length > 0; look += 1);
      expect([await countsOf(earlier), (await countsOf(now)).length]).toEqual([[], 1]);
    });

    test('lets everything through while the counts can’t be had', async () => {
      const [one] = await replicas(() => START + 20 * MINUTE);
      await database().execute(sql`ALTER TABLE submission_counts RENAME TO hidden`);
      const status = await statusOf(one, '203.0.113.1');
      await database().execute(sql`ALTER TABLE hidden RENAME TO submission_counts`);
      expect(status).toBe(201);
    });
  });

  test('a form from another site’s page is refused, and nothing stored', async () => {
    const ask = await build(database());
    const { json } = await ask('/api/contact', post(message, { 'sec-fetch-site': 'cross-site' }));
    expect(json).toMatchObject({ status: 403 });
    expect(await suspicions()).toEqual([]);
  });
});
