/** @jest-environment ./test/support/pglite-environment.ts */
import { afterEach, expect, jest, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { applications, deliveries, messages } from '../../src/database/schema';
import { retentionOperation } from '../../src/submissions/retention';
import { storeApplication, storeMessage } from '../../src/submissions/store-submission';
import { allOf } from '../support/all-of';
import { build } from '../support/build';
import { onEachDatabase } from '../support/on-each-database';
import { application, message } from '../support/payloads';

const DAY_MS = 86_400_000;

afterEach(() => {
  jest.useRealTimers();
});

onEachDatabase((database) => {
  /** An application and a message of so many months ago, with a delivery each. */
  const storeOld = async (months: number, days: number) => {
    await storeApplication(database(), application, undefined, { channels: ['staff'] });
    await storeMessage(database(), message, undefined, { channels: ['staff'] });
    const created_at = sql`now() - make_interval(months => ${months}::integer, days => ${days}::integer)`;
    for (const table of [applications, messages]) {
      await database()
        .update(table)
        .set({ created_at })
        .where(sql`created_at > now() - interval '1 day'`);
    }
  };
  const counts = (rows: string) => ({
    applications: rows,
    messages: rows,
    deliveries: String(2 * Number(rows)),
  });
  const left = async () => {
    const tables = await Promise.all(
      [applications, messages, deliveries].map((each) => database().$count(each)),
    );
    return tables.join(' ');
  };

  test('what is older than so many months is counted by a dry run, and removed with its deliveries', async () => {
    await storeOld(12, 1);
    await storeOld(12, -1);
    const dry = { months: '12', dry: 'yes' };
    expect(await allOf(retentionOperation(database(), dry))).toEqual([counts('1')]);
    expect(await left()).toBe('2 2 4');
    expect(await allOf(retentionOperation(database(), { months: '12' }))).toEqual([counts('1')]);
    expect(await left()).toBe('1 1 2');
    expect(await allOf(retentionOperation(database(), dry))).toEqual([counts('0')]);
  });

  test('0 months keep everything', async () => {
    await storeOld(1000, 0);
    for (const parameters of [{ months: '0', dry: 'yes' }, { months: '0' }]) {
      expect(await allOf(retentionOperation(database(), parameters))).toEqual([counts('0')]);
    }
    expect(await left()).toBe('1 1 2');
  });

  test('the API removes it when it starts, and once a day', async () => {
    jest.useFakeTimers({ now: Date.now(), advanceTimers: true });
    await storeOld(12, 1);
    await build(database(), { retentionMonths: 12 });
    const untilGone = async () => {
      while ((await left()) !== '0 0 0') await new Promise(setImmediate);
    };
    await untilGone();
    await storeOld(12, 1);
    jest.advanceTimersByTime(DAY_MS);
    await untilGone();
  });
});
