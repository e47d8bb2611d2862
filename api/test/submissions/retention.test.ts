import { afterEach, expect, jest, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { applications, deliveries, messages, retentions, trials } from '../../src/database/schema';
import { applyRetention } from '../../src/submissions/retention';
import { storeSubmission } from '../../src/submissions/store-submission';
import { build } from '../support/build';
import { postgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';

afterEach(() => {
  jest.useRealTimers();
});

const database = postgres();
const HOUR_MS = 3_600_000;

/** Stores an application and a message, with a delivery each, this long ago. */
const store = async (age = '0 hours') => {
  const isStored = sql`idempotency_key IS NULL`;
  await storeSubmission(database(), 'applications', application, { channels: ['staff'] });
  await storeSubmission(database(), 'messages', message, { channels: ['staff'] });
  const created_at = sql`now() - ${age}::interval`;
  const idempotency_key = sql`gen_random_uuid()::text`;
  for (const table of [applications, messages])
    await database().update(table).set({ created_at, idempotency_key }).where(isStored);
};

/** Everything stored is this much older: as if the database's clock had moved by it. */
const moveClock = async (by: string) => {
  for (const table of [applications, messages])
    await database()
      .update(table)
      .set({ created_at: sql`created_at - ${by}::interval` });
  await database()
    .update(retentions)
    .set({ removed_before: sql`removed_before - ${by}::interval` });
};

const left = async () => {
  const tables = [applications, messages, deliveries];
  return (await Promise.all(tables.map((each) => database().$count(each)))).join(' ');
};
const run = async (options: Partial<Parameters<typeof applyRetention>[1]> = {}) => {
  const { removed, kept, before } = await applyRetention(database(), { months: 12, ...options });
  return { removed: removed.applications + removed.messages, kept, before };
};

/** Resolves when a run has come to this age, to a minute. */
const untilLimit = async (age: string) => {
  const limit = sql`now() - ${age}::interval`;
  while ((await database().$count(retentions, sql`removed_before > ${limit} - interval '1 minute'`)) === 0)
    await new Promise(setImmediate);
};

test('what became too old since the last run is counted by a dry run, kept with 0 months, and removed with its deliveries', async () => {
  await store('1 year -1 hours');
  await store();
  expect(await run()).toMatchObject({ removed: 0, kept: 0 });
  await moveClock('23 hours');
  const counts = { applications: 1, messages: 1, deliveries: 2 };
  const dry = await applyRetention(database(), { months: 12, dryRun: true });
  expect(dry).toMatchObject({ removed: counts, kept: 0 });
  expect(await run({ months: 0 })).toMatchObject({ removed: 0, kept: 0 });
  expect(await left()).toBe('2 2 4');
  expect(await applyRetention(database(), { months: 12 })).toMatchObject({ removed: counts, kept: 0 });
  expect(await left()).toBe('1 1 2');
  expect(await run()).toMatchObject({ removed: 0, kept: 0 });
});

test.each(['ran before', 'never ran'])(
  'a clock that is a year ahead removes nothing, on a database where retention %s; right again, all is as before',
  async (before) => {
    await store();
    if (before === 'ran before') await run();
    await moveClock('1 year 2 hours');
    expect(await run()).toMatchObject({ removed: 0, kept: 2 });
    // A restart is the same.
    expect(await run()).toMatchObject({ removed: 0, kept: 2 });
    await moveClock('-1 year -2 hours');
    expect(await run()).toMatchObject({ removed: 0, kept: 0 });
    await moveClock('23 hours');
    expect(await run()).toMatchObject({ removed: 0, kept: 0 });
    expect(await left()).toBe('1 1 2');
  },
);

test('after a stop of a month, the limit follows by two hours an hour, or at once when a person knows the date', async () => {
  await store('1 year -1 hours');
  await store('1 year -3 hours');
  await store();
  await run();
  await moveClock('30 days');
  const stopped = await run();
  expect(stopped).toMatchObject({ removed: 0, kept: 4 });
  const next = new Date(Date.parse(stopped.before) + 2 * HOUR_MS).toISOString();
  expect(await run({ previousLimit: stopped.before })).toEqual({ removed: 2, kept: 2, before: next });
  // Another replica, whose run was in between.
  expect(await run({ previousLimit: stopped.before })).toEqual({ removed: 0, kept: 2, before: next });
  const today = new Date().toISOString().slice(0, 10);
  await expect(run({ today: '2020-02-02' })).rejects.toThrow(
    new RegExp(`^The database’s clock says ${today}.*, not 2020-02-02; correct the wrong one$`),
  );
  expect(await run({ today, dryRun: true })).toMatchObject({ removed: 2, kept: 0 });
  expect(await run({ today })).toMatchObject({ removed: 2, kept: 0 });
  expect(await left()).toBe('1 1 2');
});

test('a submission with a time before the last limit, from a clock that was behind, is kept until a person decides', async () => {
  await store();
  await run();
  await store('50 years');
  expect(await run()).toMatchObject({ removed: 0, kept: 2 });
  expect(await run({ today: new Date().toISOString() })).toMatchObject({ removed: 2, kept: 0 });
});

test('a clock that was behind for some runs delays nothing', async () => {
  await store('1 year -1 hours');
  await store();
  await run();
  await moveClock('-5 years');
  expect(await run()).toMatchObject({ removed: 0, kept: 0 });
  await moveClock('5 years 2 hours');
  expect(await run()).toMatchObject({ removed: 2, kept: 0 });
});

test('the API removes what is too old, and what was sent in previews, when it starts, and once an hour; after a jump it follows by two hours an hour', async () => {
  jest.useFakeTimers({ now: Date.now(), advanceTimers: true });
  await store('1 year -1 hours');
  await store();
  await run();
  await moveClock('2 hours');
  // Of an older API.
  await database().insert(trials).values({ kind: 'messages', fields: '{}', ends_at: new Date() });
  await build(database(), { retentionMonths: 12 });
  await untilLimit('1 year');
  expect([await left(), await database().$count(trials)]).toEqual(['1 1 2', 0]);
  await store('1 year -1 hours');
  await store('1 year -3 hours');
  await moveClock('30 days');
  jest.advanceTimersByTime(HOUR_MS);
  await untilLimit('1 year 30 days -2 hours');
  expect(await left()).toBe('2 2 4');
});
