import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { deliveries, type SubmissionKind } from '../../src/database/schema';
import { countSubmissions, listSubmissions, submissionFields } from '../../src/submissions/list-submissions';
import {
  acceptSuspected,
  listDeadLetters,
  noteAnswered,
  retryDeadLetters,
} from '../../src/submissions/operations';
import { storeSubmission } from '../../src/submissions/store-submission';
import { collect } from '../support/collect';
import { postgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';

const NO_ID = '00000000-0000-4000-8000-000000000000';

const database = postgres();

const list = async (selection: Parameters<typeof listSubmissions>[1]) =>
  (await collect(listSubmissions(database(), selection))).flat();
const listed = (kind: SubmissionKind, suspected = false) => list({ kind, suspected });
const idOf = ([row]: Awaited<ReturnType<typeof list>>) => String(row?.['id']);
const outbox = () => database().select().from(deliveries);

const apply = async (...names: readonly string[]) => {
  for (const name of names) await storeSubmission(database(), 'applications', { ...application, name });
};

test('the list has the newest last, with all sent fields and no internal ones', async () => {
  await apply('A', 'B');
  const rows = await listed('applications');
  expect(rows).toMatchObject([{ ...application, name: 'A' }, { name: 'B' }]);
  const own = ['answered_at', 'suspicion', 'source', 'delivery', 'state', 'note'];
  const fields = [...submissionFields('applications'), ...own];
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(fields.sort());
});

test('the list can start at a given time', async () => {
  await apply('A');
  await database().execute(sql`UPDATE applications SET created_at = '2026-01-01'`);
  await apply('B');
  const selection = { kind: 'applications', since: new Date('2026-01-02') } as const;
  expect(await list(selection)).toMatchObject([{ name: 'B' }]);
  expect(await countSubmissions(database(), selection)).toBe(1);
});

test('the list has pages, with each submission once, even with equal times', async () => {
  const names = ['A', 'B', 'C', 'D', 'E'];
  await apply(...names);
  await database().execute(sql`UPDATE applications SET created_at = '2026-01-01T00:00:00.000001Z'`);
  for (const limit of [1, 2, 5, 6]) {
    const pages = await collect(listSubmissions(database(), { kind: 'applications' }, limit));
    expect(pages.flatMap((rows) => rows.map(({ name }) => name)).sort()).toEqual(names);
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

test('a suspected submission is listed separately, with the reason, and not delivered until it is accepted', async () => {
  await storeSubmission(database(), 'messages', message, suspect);
  expect(await listed('messages')).toEqual([]);
  expect(await countSubmissions(database(), { kind: 'messages' })).toBe(0);
  const suspected = await listed('messages', true);
  expect(suspected).toMatchObject([{ ...message, suspicion: 'honeypot' }]);
  expect(await outbox()).toMatchObject([{ kind: 'digest', channel: 'staff', state: 'pending' }]);
  const accept = () => acceptSuspected(database(), idOf(suspected), ['staff', 'webhook']);
  expect([await accept(), await accept()]).toEqual([true, false]);
  expect(await listed('messages', true)).toEqual([]);
  expect(await listed('messages')).toMatchObject([{ delivery: 'staff pending, webhook pending' }]);
  expect((await outbox()).filter(({ kind }) => kind === 'messages')).toHaveLength(2);
});

test('a suspected submission does not exist under another id, and cannot be answered', async () => {
  await storeSubmission(database(), 'messages', message, suspect);
  for (const id of [NO_ID, 'x']) expect(await acceptSuspected(database(), id, [])).toBe(false);
  for (const id of [idOf(await listed('messages', true)), NO_ID, 'x'])
    expect(await noteAnswered(database(), id, false)).toBe(false);
});

test('an answered submission is marked, and not listed as unanswered; the mark can be removed', async () => {
  await apply('A', 'B');
  const id = idOf(await listed('applications'));
  const unanswered = { kind: 'applications', unanswered: true } as const;
  const names = async () => (await list(unanswered)).map(({ name }) => name);
  expect(await noteAnswered(database(), id, false)).toBe(true);
  const [{ answered_at } = {}] = await listed('applications');
  expect(await noteAnswered(database(), id, false)).toBe(true);
  expect(await listed('applications')).toMatchObject([{ answered_at }, { answered_at: null }]);
  expect(answered_at).toBeInstanceOf(Date);
  expect([await names(), await countSubmissions(database(), unanswered)]).toEqual([['B'], 1]);
  await noteAnswered(database(), id, true);
  expect(await names()).toEqual(['A', 'B']);
});

test('dead letters are listed with their reason; those of a submission, or all, become pending with all attempts', async () => {
  const channels = ['staff', 'webhook'] as const;
  const retry = (id?: string) => retryDeadLetters(database(), id);
  for (const name of ['A', 'B'])
    await storeSubmission(database(), 'messages', { ...message, name }, { channels });
  expect(await listDeadLetters(database())).toEqual([]);
  const last_error = 'the receiver answered 500';
  await database().update(deliveries).set({ state: 'dead', attempts: 12, last_error });
  const [{ submission_id } = { submission_id: '' }] = await outbox();
  const dead = (await listDeadLetters(database())).filter(({ id }) => id === submission_id);
  expect(dead.map(({ channel }) => channel).sort()).toEqual(channels);
  expect(dead[0]).toMatchObject({ kind: 'messages', attempts: 12, last_error });
  expect(await retry(submission_id)).toBe(2);
  const retried = (await outbox()).filter((row) => row.submission_id === submission_id);
  expect(retried).toMatchObject(Array(2).fill({ state: 'pending', attempts: 0 }));
  expect(retried.filter(({ next_attempt_at }) => next_attempt_at > new Date())).toEqual([]);
  expect([await retry(), await retry(), await retry('x')]).toEqual([2, 0, 0]);
  await database().update(deliveries).set({ state: 'delivered' });
  expect(await retry()).toBe(0);
});
