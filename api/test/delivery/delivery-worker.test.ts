import { once } from 'node:events';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { startLocalServer, type LocalServer } from '@vidlunnia/settings/testing/local-server';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { Webhook } from 'standardwebhooks';
import { deliveries, messages } from '../../src/database/schema';
import { backOff, MAX_ATTEMPTS } from '../../src/delivery/delivery-worker';
import { claimDeliveries, markFailed } from '../../src/delivery/outbox';
import { postToWebhook } from '../../src/delivery/send-webhook';
import { storeSubmission } from '../../src/submissions/store-submission';
import { postgres } from '../support/on-postgres';
import { makeDue, workerOn } from '../support/outbox';
import { message } from '../support/payloads';

const secret = `whsec_${Buffer.from('0123456789abcdefghijklmn').toString('base64')}`;
/** Receives webhooks; each test starts with a new one. */
let receiver: LocalServer;
/** The status of its responses; `undefined` lets every request hang. */
let status: number | undefined;
beforeEach(async () => {
  status = 204;
  receiver = await startLocalServer((_, response) => {
    if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end();
  });
});
const receivedIds = () => receiver.received.map(({ headers }) => headers['webhook-id']);

const database = postgres();

const webhook = (attemptMs?: number) =>
  workerOn(database(), 'webhook', postToWebhook({ url: receiver.origin, secret }), attemptMs);
const submit = () => storeSubmission(database(), 'messages', message, { channels: ['webhook'] });
const outbox = () => database().select().from(deliveries);

test('a webhook is signed by the Standard Webhooks scheme and has the submission', async () => {
  await submit();
  await webhook().worker.deliverDue();
  const [received] = receiver.received;
  const headers = received?.headers as Record<string, string>;
  const event: unknown = new Webhook(secret).verify(received?.body ?? '', headers);
  const [stored] = await database().select().from(messages);
  const created_at = stored?.created_at.toISOString();
  const data = { ...message, id: stored?.id, created_at };
  expect(event).toEqual({ type: 'message.created', timestamp: created_at, data });
  const [delivery] = await outbox();
  expect(receivedIds()).toEqual([delivery?.id]);
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, last_error: null });
  expect(delivery?.delivered_at).toBeInstanceOf(Date);
});

test.each([
  ['a failed delivery', 500],
  ['a redirect, which is not followed,', 307],
])('%s is retried later, with the same id, until it is accepted', async (_, failing) => {
  await submit();
  status = failing;
  const { worker, outcomes, log } = webhook();
  await worker.deliverDue();
  const reason = `the receiver answered ${String(failing)}`;
  expect(await outbox()).toMatchObject([{ state: 'pending', attempts: 1, last_error: reason }]);
  const isSoon = sql`next_attempt_at > now() AND next_attempt_at <= now() + interval '10 seconds'`;
  expect(await database().$count(deliveries, isSoon)).toBe(1);
  status = 204;
  await worker.deliverDue();
  expect(receiver.received).toHaveLength(1);
  await makeDue(database());
  await worker.deliverDue();
  expect(await outbox()).toMatchObject([{ state: 'delivered', attempts: 2, last_error: null }]);
  expect(outcomes).toEqual(['failed', 'delivered']);
  expect(new Set(receivedIds()).size).toBe(1);
  const facts = { channel: 'webhook', attempts: 1, reason, isLast: false };
  expect(log).toEqual([{ facts, message: 'a submission was not delivered' }]);
});

test.each([
  ['ahead, is delivered when it is right', '30 days', 1],
  ['right, is delivered even if the clock is behind now', '7 hours', 1],
  ['right, waits for its retry', '5 hours', 0],
])('a form that was stored while the clock was %s', async (_, wait, count) => {
  await submit();
  await database()
    .update(deliveries)
    .set({ next_attempt_at: sql`now() + ${wait}::interval` });
  await webhook().worker.deliverDue();
  expect(receiver.received).toHaveLength(count);
});

test('a request to a receiver that never responds is aborted at the deadline', async () => {
  await submit();
  status = undefined;
  const late = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal);
  const delivering = webhook(100).worker.deliverDue();
  while (receiver.received.length === 0) await new Promise(setImmediate);
  late.abort();
  await delivering;
  expect(timeout.mock.calls).toEqual([[100]]);
  timeout.mockRestore();
  expect(await outbox()).toMatchObject([{ state: 'pending', last_error: 'not taken within 0.1 s' }]);
});

test.each([
  ['a 410', 410, 0, 1, 'the receiver answered 410'],
  ['the last failure', 500, MAX_ATTEMPTS - 1, 1, 'the receiver answered 500'],
  ['a process that ended at every attempt', 204, MAX_ATTEMPTS, 0, 'the process ended at every attempt'],
])(
  '%s makes a dead letter, which is not attempted again',
  async (_, answer, before, requests, last_error) => {
    await submit();
    status = answer;
    await database().update(deliveries).set({ attempts: before });
    const { worker, outcomes } = webhook();
    await worker.deliverDue();
    await makeDue(database());
    await worker.deliverDue();
    expect(await outbox()).toMatchObject([{ state: 'dead', attempts: before + 1, last_error }]);
    expect([outcomes, receiver.received.length]).toEqual([['dead'], requests]);
  },
);

test('a late process does not overwrite another’s result', async () => {
  await submit();
  const [late] = await claimDeliveries(database(), 'webhook', { limit: 10, leaseMs: 1 });
  if (late === undefined) throw new Error('Nothing was claimed');
  await makeDue(database());
  await webhook().worker.deliverDue();
  await markFailed(database(), late, 'too late', undefined);
  expect(await outbox()).toMatchObject([{ state: 'delivered', last_error: null }]);
});

test('an erased submission is not delivered', async () => {
  await submit();
  await database().delete(messages);
  await webhook().worker.deliverDue();
  expect(receiver.received).toEqual([]);
  expect(await outbox()).toEqual([]);
});

test('a stop aborts hanging attempts, and leaves them to other processes', async () => {
  await submit();
  const attempts: AbortSignal[] = [];
  const { worker, outcomes } = workerOn(database(), 'webhook', async (_, signal) => {
    attempts.push(signal);
    await once(signal, 'abort');
    throw new Error('aborted');
  });
  worker.wake();
  while (attempts.length === 0) await new Promise(setImmediate);
  await worker.stop(0);
  expect(attempts).toMatchObject([{ aborted: true }]);
  expect(outcomes).toEqual([]);
  expect(await outbox()).toMatchObject([{ state: 'pending', attempts: 1, last_error: null }]);
  await makeDue(database());
  worker.wake();
  await worker.stop();
  expect(attempts).toHaveLength(1);
});

test('an unexpected error is stored without its message, which may name the sender', async () => {
  await submit();
  const fail = () => Promise.reject(new TypeError('olena@example.com is odd'));
  const { worker, log } = workerOn(database(), 'webhook', fail);
  await worker.deliverDue();
  expect(await outbox()).toMatchObject([{ last_error: 'TypeError' }]);
  expect(JSON.stringify(log)).not.toContain('olena');
});

test('two workers on one database deliver several batches, each submission once, only on their own channel', async () => {
  for (let count = 0; count < 40; count++) await submit();
  await storeSubmission(database(), 'messages', message, { channels: ['staff'] });
  // Nothing is delivered before both have claimed something.
  const post = postToWebhook({ url: receiver.origin, secret });
  const claimers = new Set<unknown>();
  const gate = new EventTarget();
  const bothClaimed = once(gate, 'open');
  const workers = ['one', 'other'].map((name) =>
    workerOn(database(), 'webhook', async (letter, signal) => {
      claimers.add(name);
      if (claimers.size === 2) gate.dispatchEvent(new Event('open'));
      await bothClaimed;
      await post(letter, signal);
    }),
  );
  await Promise.all(workers.map(({ worker }) => worker.deliverDue()));
  expect([receivedIds().length, new Set(receivedIds()).size]).toEqual([40, 40]);
  for (const { outcomes } of workers) expect(outcomes.length).toBeGreaterThan(0);
  const left = (await outbox()).filter(({ state }) => state !== 'delivered');
  expect(left).toMatchObject([{ channel: 'staff', state: 'pending', attempts: 0 }]);
});

test('while the database is unavailable, a worker waits and logs a warning', async () => {
  const nowhere = drizzle(new Pool({ host: '127.0.0.1', port: 1 }));
  const { worker, log } = workerOn(nowhere, 'webhook', () => Promise.resolve());
  await worker.deliverDue();
  expect(log).toMatchObject([{ message: 'deliveries wait for the database' }]);
});

test.each([
  [1, 10_000],
  [2, 40_000],
  [6, 10_240_000],
  [7, 21_600_000],
  [1000, 21_600_000],
])('after %i attempts the next is after %i ms, or up to half less', (attempts, whole) => {
  const waits = [0, 0.5, 1].map((random) => backOff(attempts, random));
  expect(waits).toEqual([whole, whole * 0.75, whole / 2]);
  expect(new Set(Array.from({ length: 20 }, () => backOff(attempts))).size).toBeGreaterThan(10);
});
