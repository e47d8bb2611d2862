import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { deliveries, type SubmissionKind } from '../../src/database/schema';
import { operateOn } from '../../src/submissions/channel';
import { submissionFields } from '../../src/submissions/list-submissions';
import { pagesOf, type Operate } from '../../src/submissions/operations';
import { storeSubmission } from '../../src/submissions/store-submission';
import { postgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';

const NO_ID = '00000000-0000-4000-8000-000000000000';

const database = postgres();

const operate: Operate = (name, argument) => operateOn(database())(name, argument);
const listed = async (kind: SubmissionKind, suspected = false) =>
  (await operate('list', { kind, suspected })).rows;
const outbox = () => database().select().from(deliveries);

const apply = async (...names: readonly string[]) => {
  for (const name of names) await storeSubmission(database(), 'applications', { ...application, name });
};

test('the list has the newest last, with all sent fields and no internal ones', async () => {
  await apply('A', 'B');
  const rows = await listed('applications');
  expect(rows.map(({ name }) => name)).toEqual(['A', 'B']);
  const fields = [...submissionFields('applications'), 'answered_at', 'suspicion', 'delivery'];
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(fields.sort());
  expect(rows[0]).toMatchObject({ ...application, name: 'A' });
});

test('the list can start at a given time', async () => {
  await apply('A');
  await database().execute(sql`UPDATE applications SET created_at = '2026-01-01'`);
  await apply('B');
  const selection = { kind: 'applications', since: '2026-01-02' } as const;
  expect((await operate('list', selection)).rows).toMatchObject([{ name: 'B' }]);
  expect(await operate('count', selection)).toBe(1);
});

test('the list has pages, with each submission once, even with equal times', async () => {
  const names = ['A', 'B', 'C', 'D', 'E'];
  await apply(...names);
  await database().execute(sql`UPDATE applications SET created_at = '2026-01-01T00:00:00.000001Z'`);
  for (const limit of [1, 2, 5, 6]) {
    const pages: unknown[][] = [];
    for await (const rows of pagesOf(operate, { kind: 'applications', limit }))
      pages.push(rows.map(({ name }) => name));
    expect(pages.flat().sort()).toEqual(names);
    expect(pages).toHaveLength(Math.ceil(names.length / limit));
  }
});

test('the list has the states of deliveries', async () => {
  await storeSubmission(database(), 'messages', message, { channels: ['webhook', 'staff'] });
  await database().execute(sql`UPDATE deliveries SET state = 'dead' WHERE channel = 'webhook'`);
  await storeSubmission(database(), 'messages', message);
  const states = (await listed('messages')).map(({ delivery }) => delivery);
  expect(states).toEqual(['staff pending, webhook dead', null]);
});

const suspect = { suspicion: 'honeypot', channels: ['staff'] } as const;

test('a suspected submission is listed separately, with the reason, and not delivered', async () => {
  await storeSubmission(database(), 'messages', message, suspect);
  expect(await listed('messages')).toEqual([]);
  expect(await operate('count', { kind: 'messages' })).toBe(0);
  expect(await listed('messages', true)).toMatchObject([{ ...message, suspicion: 'honeypot' }]);
  expect(await outbox()).toMatchObject([{ kind: 'digest', channel: 'staff', state: 'pending' }]);
});

test('a suspected submission is listed with the others and delivered after it is accepted', async () => {
  await storeSubmission(database(), 'applications', application, suspect);
  const id = (await listed('applications', true))[0]?.['id'] ?? '';
  const accept = () => operate('accept', { id, channels: ['staff', 'webhook'] });
  expect([await accept(), await accept()]).toEqual([true, false]);
  expect(await listed('applications', true)).toEqual([]);
  expect(await listed('applications')).toMatchObject([{ id, delivery: 'staff pending, webhook pending' }]);
  expect((await outbox()).filter(({ kind }) => kind === 'applications')).toHaveLength(2);
});

test('a suspected submission does not exist under another id, and cannot be answered', async () => {
  await storeSubmission(database(), 'messages', message, suspect);
  const id = (await listed('messages', true))[0]?.['id'] ?? '';
  for (const each of [NO_ID, 'x']) expect(await operate('accept', { id: each, channels: [] })).toBe(false);
  for (const each of [id, NO_ID, 'x'])
    expect(await operate('answered', { id: each, undo: false })).toBe(false);
});

test('an answered submission is marked, and not listed as unanswered; the mark can be removed', async () => {
  for (const name of ['A', 'B']) await storeSubmission(database(), 'messages', { ...message, name });
  const id = (await listed('messages'))[0]?.['id'] ?? '';
  const unanswered = { kind: 'messages', unanswered: true } as const;
  const names = async () => (await operate('list', unanswered)).rows.map(({ name }) => name);
  expect(await operate('answered', { id, undo: false })).toBe(true);
  const [{ answered_at } = {}] = await listed('messages');
  expect(await operate('answered', { id, undo: false })).toBe(true);
  expect(await listed('messages')).toMatchObject([{ answered_at }, { answered_at: null }]);
  expect(Date.parse(answered_at ?? '')).not.toBeNaN();
  expect([await names(), await operate('count', unanswered)]).toEqual([['B'], 1]);
  await operate('answered', { id, undo: true });
  expect(await names()).toEqual(['A', 'B']);
});

test('dead letters are listed with their reason; those of a submission, or all, become pending with all attempts', async () => {
  const channels = ['staff', 'webhook'] as const;
  for (const name of ['A', 'B'])
    await storeSubmission(database(), 'messages', { ...message, name }, { channels });
  expect(await operate('dead', undefined)).toEqual([]);
  const last_error = 'the receiver answered 500';
  await database().update(deliveries).set({ state: 'dead', attempts: 12, last_error });
  const [{ submission_id: id } = { submission_id: '' }] = await outbox();
  const dead = (await operate('dead', undefined)).filter((row) => row['id'] === id);
  expect(dead.map(({ channel }) => channel).sort()).toEqual(channels);
  expect(dead[0]).toMatchObject({ kind: 'messages', attempts: '12', last_error });
  expect(await operate('retry', { id })).toBe(2);
  const retried = (await outbox()).filter((row) => row.submission_id === id);
  expect(retried).toMatchObject(Array(2).fill({ state: 'pending', attempts: 0 }));
  expect(retried.filter(({ next_attempt_at }) => next_attempt_at > new Date())).toEqual([]);
  expect([await operate('retry', {}), await operate('retry', {})]).toEqual([2, 0]);
  expect(await operate('retry', { id: 'x' })).toBe(0);
  await database().update(deliveries).set({ state: 'delivered' });
  expect(await operate('retry', {})).toBe(0);
});
