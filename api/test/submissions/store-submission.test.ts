import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { applications, deliveries, messages } from '../../src/database/schema';
import { storeSubmission } from '../../src/submissions/store-submission';
import { postgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';

const database = postgres();

const outbox = () => database().select().from(deliveries);

test('a submission is stored with one pending delivery for each channel, due at once, also if it is repeated with its key', async () => {
  const circumstances = { key: 'key', channels: ['staff', 'webhook'] } as const;
  await storeSubmission(database(), 'applications', application, circumstances);
  await storeSubmission(database(), 'applications', application, circumstances);
  await storeSubmission(database(), 'messages', message, { channels: ['confirmation'] });
  const [stored] = await database().select().from(applications);
  const rows = await outbox();
  expect(rows.map(({ kind, channel, state }) => [kind, channel, state]).sort()).toEqual([
    ['applications', 'staff', 'pending'],
    ['applications', 'webhook', 'pending'],
    ['messages', 'confirmation', 'pending'],
  ]);
  expect(rows.filter(({ submission_id }) => submission_id === stored?.id)).toHaveLength(2);
  expect(rows.filter((row) => row.next_attempt_at > row.created_at)).toEqual([]);
});

test('without channels, or under suspicion without one to staff, a submission is stored but not delivered', async () => {
  await storeSubmission(database(), 'messages', message);
  await storeSubmission(database(), 'messages', message, {
    channels: ['confirmation'],
    suspicion: 'honeypot',
  });
  expect(await outbox()).toEqual([]);
  const stored = await database().select().from(messages);
  expect(stored.map(({ suspicion }) => suspicion).sort()).toEqual(['honeypot', null]);
});

test('if its deliveries cannot be written, a submission is not stored either', async () => {
  await database().execute(sql`ALTER TABLE deliveries ADD CONSTRAINT broken CHECK (channel <> 'webhook')`);
  try {
    const channels = ['staff', 'webhook'] as const;
    await expect(storeSubmission(database(), 'messages', message, { channels })).rejects.toThrow();
    expect([await database().select().from(messages), await outbox()]).toEqual([[], []]);
  } finally {
    await database().execute(sql`ALTER TABLE deliveries DROP CONSTRAINT broken`);
  }
});
