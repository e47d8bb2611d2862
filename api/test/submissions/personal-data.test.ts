import { afterEach, expect, jest, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { applications, deliveries, messages, trials } from '../../src/database/schema';
import { applyRetention, erasePerson, exportPerson } from '../../src/submissions/personal-data';
import { storeSubmission } from '../../src/submissions/store-submission';
import { storeTrial } from '../../src/submissions/trials';
import { build } from '../support/build';
import { postgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';

const NOTHING = { applications: 0, messages: 0, deliveries: 0, trials: 0 };
const email = 'olena@example.com';

afterEach(() => {
  jest.useRealTimers();
});

const database = postgres();

test('all data of an address, in any letter case, is exported and erased, without data of others', async () => {
  const channels = ['staff', 'webhook'] as const;
  await storeSubmission(database(), 'applications', { ...application, email }, { key: 'key', channels });
  for (const each of ['Olena@Example.com', 'not-olena@example.com']) {
    const body = { ...message, email: each };
    await storeSubmission(database(), 'messages', body, { channels });
    await storeTrial(database(), 'messages', body, Date.now() / 1000 + 60);
  }
  await database().update(messages).set({ suspicion: 'too quick' });

  const person = await exportPerson(database(), 'OLENA@example.com');
  const ids = [...person.applications, ...person.messages].map(({ id }) => id);
  expect(person).toMatchObject({
    applications: [{ ...application, idempotency_key: 'key' }],
    messages: [{ ...message, email: 'Olena@Example.com', suspicion: 'too quick' }],
    trials: [{ fields: expect.stringContaining('Olena@Example.com') }],
    deliveries: ids.flatMap((id) => [{ submission_id: id }, { submission_id: id }]),
  });

  expect(await erasePerson(database(), email)).toEqual({
    ...{ applications: 1, messages: 1, deliveries: 4, trials: 1 },
  });
  const left = await database().select().from(messages);
  expect(left).toEqual([expect.objectContaining({ email: 'not-olena@example.com' })]);
  expect([await database().$count(applications), await database().$count(trials)]).toEqual([0, 1]);
  const told = await database().select().from(deliveries);
  expect(told.map(({ submission_id }) => submission_id)).toEqual([left[0]?.id, left[0]?.id]);
  expect(await erasePerson(database(), email)).toEqual(NOTHING);
});

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

test('data older than the retention is counted by a dry run, kept with 0 months, and removed with its deliveries', async () => {
  await storeOld(12, 1);
  await storeOld(12, -1);
  const counts = { applications: 1, messages: 1, deliveries: 2, trials: 0 };
  expect(await applyRetention(database(), { months: 12, dryRun: true })).toEqual(counts);
  expect(await applyRetention(database(), { months: 0 })).toEqual(NOTHING);
  expect(await left()).toBe('2 2 4');
  expect(await applyRetention(database(), { months: 12 })).toEqual(counts);
  expect(await left()).toBe('1 1 2');
  expect(await applyRetention(database(), { months: 12 })).toEqual(NOTHING);
});

test('data older than the retention is removed by the API when it starts, and once an hour', async () => {
  jest.useFakeTimers({ now: Date.now(), advanceTimers: true });
  await storeOld(12, 1);
  await build(database(), { retentionMonths: 12 });
  while ((await left()) !== '0 0 0') await new Promise(setImmediate);
  await storeOld(12, 1);
  jest.advanceTimersByTime(3_600_000);
  while ((await left()) !== '0 0 0') await new Promise(setImmediate);
});
