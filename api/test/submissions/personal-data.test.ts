import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { applications, deliveries, messages, trials } from '../../src/database/schema';
import { applyRetention, erasePerson, exportPerson } from '../../src/submissions/personal-data';
import { storeSubmission } from '../../src/submissions/store-submission';
import { storeTrial } from '../../src/submissions/trials';
import { build } from '../support/build';
import { postgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';

const NOTHING = { applications: 0, messages: 0, deliveries: 0 };
const email = 'olena@example.com';

afterEach(() => {
  jest.useRealTimers();
});

const database = postgres();

describe('all data of an address', () => {
  const storeAll = async () => {
    const channels = ['staff', 'webhook'] as const;
    await storeSubmission(database(), 'applications', { ...application, email }, { key: 'key', channels });
    for (const each of ['Olena@Example.com', 'not-olena@example.com'])
      await storeSubmission(database(), 'messages', { ...message, email: each }, { channels });
    await database().update(messages).set({ suspicion: 'too quick' });
    for (const each of ['olena@Example.com', 'not-olena@example.com'])
      await storeTrial(database(), 'messages', { ...message, email: each }, Date.now() / 1000 + 60);
  };

  test('is exported, whatever its letter case, without data of others', async () => {
    await storeAll();
    const person = await exportPerson(database(), 'OLENA@example.com');
    const ids = [...person.applications, ...person.messages].map(({ id }) => id);
    expect(person).toMatchObject({
      applications: [{ ...application, idempotency_key: 'key' }],
      messages: [{ ...message, email: 'Olena@Example.com', suspicion: 'too quick' }],
      trials: [{ fields: expect.stringContaining('olena@Example.com') }],
      deliveries: ids.flatMap((id) => [{ submission_id: id }, { submission_id: id }]),
    });
  });

  test('is erased, without data of others', async () => {
    await storeAll();
    expect(await erasePerson(database(), email)).toEqual({ applications: 1, messages: 1, deliveries: 4 });
    const left = await database().select().from(messages);
    expect(left).toEqual([expect.objectContaining({ email: 'not-olena@example.com' })]);
    expect([await database().$count(applications), await database().$count(trials)]).toEqual([0, 1]);
    const told = await database().select().from(deliveries);
    expect(told.map(({ submission_id }) => submission_id)).toEqual([left[0]?.id, left[0]?.id]);
    expect(await erasePerson(database(), email)).toEqual(NOTHING);
  });
});

describe('data older than the retention', () => {
  /** Stores an application and a message of this age, with a delivery each. */
  const storeOld = async (months: number, days: number) => {
    await storeSubmission(database(), 'applications', application, { channels: ['staff'] });
    await storeSubmission(database(), 'messages', message, { channels: ['staff'] });
    const created_at = sql`now() - make_interval(months => ${months}::integer, days => ${days}::integer)`;
    const isNew = sql`created_at > now() - interval '1 day'`;
    for (const table of [applications, messages])
      await database().update(table).set({ created_at }).where(isNew);
  };
  const left = async () => {
    const tables = [applications, messages, deliveries];
    return (await Promise.all(tables.map((each) => database().$count(each)))).join(' ');
  };

  test('is counted by a dry run, kept with 0 months, and removed with its deliveries', async () => {
    await storeOld(12, 1);
    await storeOld(12, -1);
    const counts = { applications: 1, messages: 1, deliveries: 2 };
    expect(await applyRetention(database(), { months: 12, dryRun: true })).toEqual(counts);
    expect(await applyRetention(database(), { months: 0 })).toEqual(NOTHING);
    expect(await left()).toBe('2 2 4');
    expect(await applyRetention(database(), { months: 12 })).toEqual(counts);
    expect(await left()).toBe('1 1 2');
    expect(await applyRetention(database(), { months: 12 })).toEqual(NOTHING);
  });

  test('is removed by the API when it starts, and once an hour', async () => {
    jest.useFakeTimers({ now: Date.now(), advanceTimers: true });
    await storeOld(12, 1);
    await build(database(), { retentionMonths: 12 });
    while ((await left()) !== '0 0 0') await new Promise(setImmediate);
    await storeOld(12, 1);
    jest.advanceTimersByTime(3_600_000);
    while ((await left()) !== '0 0 0') await new Promise(setImmediate);
  });
});
