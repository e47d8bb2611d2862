import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { deliveries, messages } from '../../src/database/schema';
import { storeSubmission } from '../../src/submissions/store-submission';
import { postgres } from '../support/on-postgres';
import { message } from '../support/payloads';

const database = postgres();

const outbox = () => database().select().from(deliveries);

test('a submission is stored with one pending delivery for each channel, due at once, also if it is repeated with its key', async () => {
  const circumstances = { key: 'key', channels: ['staff', 'webhook'] } as const;
  for (let time = 0; time < 2; time++) await storeSubmission(database(), 'messages', message, circumstances);
  const [{ id } = { id: '' }, ...others] = await database().select().from(messages);
  const delivery = { kind: 'messages', submission_id: id, state: 'pending' };
  const rows = await outbox();
  expect([rows, others]).toMatchObject([[delivery, delivery], []]);
  expect(rows.map(({ channel }) => channel).sort()).toEqual(['staff', 'webhook']);
  expect(rows.filter((row) => row.next_attempt_at > row.created_at)).toEqual([]);
});

test.each([
  ['without channels', {}],
  ['under suspicion without a channel to staff', { channels: ['confirmation'], suspicion: 'honeypot' }],
] as const)('%s, a submission is stored but not delivered', async (_, circumstances) => {
  await storeSubmission(database(), 'messages', message, circumstances);
  expect([await database().$count(messages), await outbox()]).toEqual([1, []]);
});

test('if its deliveries cannot be written, a submission is not stored either', async () => {
  await database().execute(sql`ALTER TABLE deliveries ADD CONSTRAINT broken CHECK (channel <> 'webhook')`);
  try {
    const channels = ['staff', 'webhook'] as const;
    await expect(storeSubmission(database(), 'messages', message, { channels })).rejects.toThrow();
    expect([await database().$count(messages), await outbox()]).toEqual([0, []]);
  } finally {
    await database().execute(sql`ALTER TABLE deliveries DROP CONSTRAINT broken`);
  }
});
