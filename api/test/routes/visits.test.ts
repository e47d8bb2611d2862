import { expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { VISITS_PATH, type VisitsRequest, type VisitsResponse } from '@vidlunnia/releases/visits';
import { visitCounts } from '../../src/database/schema';
import { build, post, type Ask } from '../support/build';
import { postgres } from '../support/on-postgres';

const database = postgres();
const blog = { remote: 'blog', version: 'aaaaaaaaaaaa' };
const next = { remote: 'blog', version: 'bbbbbbbbbbbb' };
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const [EARLY, NOW] = [ago(60), ago(1)];
const DAY = 24 * 60;

const send = async (changes: object, ask = build(database())) =>
  (await ask)(VISITS_PATH, post({ counts: [], withdrawn: [], releases: [], ...changes }));
async function exchange(changes: Partial<VisitsRequest>, ask?: Promise<Ask>): Promise<VisitsResponse> {
  const { status, json } = await send(changes, ask);
  expect(status).toBe(200);
  return json as VisitsResponse;
}
const sumsOf = async (release: typeof blog, since: string) =>
  (await exchange({ releases: [{ ...release, since }] })).totals.map(({ what, count }) => [what, count]);

test('counts of all shells add up, from a time on', async () => {
  const first = [
    { ...blog, at: EARLY, what: 'visitors', count: 3 },
    { ...blog, at: NOW, what: 'visitors', count: 4 },
    { ...next, at: NOW, what: 'visitors', count: 100 },
  ];
  await exchange({ counts: first });
  await exchange({ counts: [{ ...blog, at: NOW, what: 'visitors', count: 5 }] });
  expect(await sumsOf(blog, ago(120))).toEqual([['visitors', 12]]);
  expect(await sumsOf(blog, ago(2))).toEqual([['visitors', 9]]);
  expect(await sumsOf({ ...blog, remote: 'forms' }, EARLY)).toEqual([]);
});

test('a withdrawal is told to whoever asks about its release; the first reason stays', async () => {
  const releases = [blog, next].map((release) => ({ ...release, since: EARLY }));
  expect((await exchange({ withdrawn: [{ ...next, reason: 'it throws' }] })).withdrawn).toEqual([]);
  await exchange({ withdrawn: [{ ...next, reason: 'later' }] });
  const { withdrawn } = await exchange({ releases });
  expect(withdrawn).toEqual([{ ...next, reason: 'it throws' }]);
});

test('the longest request is accepted, and adds up what it counts twice', async () => {
  const count = { ...blog, at: NOW, what: 'failing', count: 1 };
  await exchange({ counts: Array.from({ length: 2_000 }, () => count) });
  expect(await sumsOf(blog, EARLY)).toEqual([['failing', 2_000]]);
});

test('shells that send the same counts at the same time do not deadlock', async () => {
  // Many, because the database may happen to have a few in order.
  const visitors = { ...blog, what: 'visitors', count: 1 };
  const counts = Array.from({ length: 50 }, (_, minutes) => ({ ...visitors, at: ago(minutes) }));
  await exchange({ counts });
  const sent = await database().transaction(async (other) => {
    const isFirst = eq(visitCounts.at, sql`(SELECT min(at) FROM ${visitCounts})`);
    await other.update(visitCounts).set({ count: 5 }).where(isFirst);
    const sending = exchange({ counts });
    const isWaiting = sql`datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await database().$count(sql`pg_stat_activity`, isWaiting)) === 0) await new Promise(setImmediate);
    await other.update(visitCounts).set({ count: 5 });
    return { sending };
  });
  await sent.sending;
  expect(await sumsOf(blog, EARLY)).toEqual([['visitors', 50 * 6]]);
});

test('the requests of shells are not limited', async () => {
  const replica = build(database(), { requestsPerMinute: 1 });
  for (let time = 0; time < 2; time += 1) await exchange({}, replica);
});

test('counts are removed after a week, by an API that starts', async () => {
  const counts = [ago(8 * DAY), ago(6 * DAY)].map((at) => ({ ...blog, at, what: 'failing', count: 1 }));
  await exchange({ counts });
  await build(database(), {});
  while ((await database().$count(visitCounts)) > 1) await new Promise(setImmediate);
  expect(await sumsOf(blog, ago(30 * DAY))).toEqual([['failing', 1]]);
});

const counting = (changes: object) => ({
  counts: [{ ...blog, at: NOW, what: 'failing', count: 1, ...changes }],
});

test.each([
  ['another kind', counting({ what: 'sales' })],
  ['an invented version', counting({ version: '../..' })],
  ['no time', counting({ at: 'yesterday' })],
  ['a negative count', counting({ count: -1 })],
])('%s is rejected', async (_, changes) => {
  expect((await send(changes)).json).toMatchObject({ status: 422, title: 'Unprocessable Entity' });
  expect(await database().$count(visitCounts)).toBe(0);
});

test.each([
  ['invalid', '2026-99-99T00:00:00.000Z'],
  ['in two days', ago(-2 * DAY)],
])('a time that is %s is skipped; the rest of the request has its effect', async (_, time) => {
  const failing = { ...blog, what: 'failing', count: 1 };
  const { totals, withdrawn } = await exchange({
    counts: [time, NOW].map((at) => ({ ...failing, at })),
    withdrawn: [{ ...next, reason: 'it throws' }],
    releases: [
      { ...next, since: time },
      { ...blog, since: EARLY },
    ],
  });
  expect(totals).toEqual([failing]);
  expect(withdrawn).toEqual([{ ...next, reason: 'it throws' }]);
  expect(await database().$count(visitCounts)).toBe(1);
});
