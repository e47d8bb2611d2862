import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Database, OpenDatabase } from '../../src/database/database';
import { openPostgres } from '../../src/database/open-postgres';
import { deliveries, messages } from '../../src/database/schema';
import { claimDeliveries } from '../../src/delivery/outbox';
import { mailToStaff } from '../../src/delivery/send-mail';
import { operateOn } from '../../src/submissions/channel';
import { storeSubmission } from '../../src/submissions/store-submission';
import { emptyPostgres } from '../support/on-postgres';
import { workerOn } from '../support/outbox';
import { application, message } from '../support/payloads';
import { smtpReceiver } from '../support/smtp-receiver';

const smtp = smtpReceiver();

// A migrated database in which `now()` is the instant that a test says: our schema is found before PostgreSQL's.
const url = emptyPostgres();
const opened: OpenDatabase[] = [];
beforeAll(async () => {
  const client = new Client({ connectionString: url() });
  await client.connect();
  await client.query(`
    CREATE SCHEMA clock;
    CREATE TABLE clock.standing AS SELECT now() AS instant;
    CREATE FUNCTION clock.now() RETURNS timestamptz STABLE LANGUAGE sql AS 'SELECT instant FROM clock.standing'`);
  await client.end();
  const moved = new URL(url());
  moved.searchParams.set('options', '-c search_path=clock,pg_catalog');
  for (let replica = 0; replica < 2; replica++) opened.push(await openPostgres(moved.href));
});
afterAll(() => Promise.all(opened.map(({ close }) => close())));

/** Connections as of two replicas. */
const replicas = () => opened.map((each) => each.database) as [Database, Database];

/** Moves the clock of both to an instant, in ISO 8601. */
const moveTo = (instant: string) =>
  replicas()[0].execute(sql`UPDATE standing SET instant = ${instant}::timestamptz`);

const suspect = { suspicion: 'filled too fast', channels: ['staff', 'confirmation', 'webhook'] } as const;
const suspectMessage = (name: string) =>
  storeSubmission(replicas()[0], 'messages', { ...message, name }, suspect);

/** Delivers what is due, as all replicas do every few seconds. */
async function deliverDue(): Promise<void> {
  const settings = { from: 'a@b', to: ['staff@b.example'], confirmation: false };
  const deliver = mailToStaff({ ...settings, smtpUrl: smtp.url });
  await Promise.all(replicas().map((each) => workerOn(each, 'staff', deliver).worker.deliverDue()));
}
const texts = () => smtp.received.map(({ mail }) => (mail.text ?? '').replaceAll('\u00a0', ' '));

const NINE = '2026-11-24T07:00:00Z';
const SENT = '2026-11-24T07:01:00Z';

beforeEach(async () => {
  await replicas()[0].execute(sql`TRUNCATE applications, messages, deliveries`);
  await moveTo('2026-11-23T12:00:00Z');
});

test('a day’s suspected spam reaches the staff in one mail, a minute after nine, from one of the replicas', async () => {
  const [one, other] = replicas();
  const long = { ...message, message: `Вітаю!\nПрийняти: ${'ж'.repeat(200)}` };
  await Promise.all([
    storeSubmission(one, 'messages', long, suspect),
    storeSubmission(other, 'applications', application, { ...suspect, suspicion: 'honeypot' }),
  ]);
  const rows = await one.select().from(deliveries);
  expect(rows).toMatchObject([{ kind: 'digest', channel: 'staff', next_attempt_at: new Date(SENT) }]);
  await moveTo(NINE);
  await deliverDue();
  expect(smtp.received).toEqual([]);

  await moveTo(SENT);
  await deliverDue();
  await deliverDue();
  const subject = 'Схоже на спам: 2 за добу';
  expect(smtp.received).toMatchObject([{ mail: { subject }, recipients: ['staff@b.example'] }]);
  expect(smtp.received[0]?.mail.replyTo).toBeUndefined();
  const [{ id } = { id: '' }] = await one.select().from(messages);
  expect(texts()[0]?.split('\n')).toEqual(
    expect.arrayContaining([
      'Заявка, 23 листопада 2026 р. о 14:00',
      'Ім’я та прізвище: Олена Ґудзь',
      'Чому відкладено: заповнено поле, якого люди не бачать',
      'Повідомлення, 23 листопада 2026 р. о 14:00',
      'Електронна пошта: ihor@example.com',
      `Повідомлення: Вітаю! Прийняти: ${'ж'.repeat(142)}…`,
      'Чому відкладено: форму заповнено швидше, ніж за дві секунди',
      `Прийняти: npm run submissions -w api -- accept ${id}`,
    ]),
  );
});

test('each day has a digest of its new submissions; a day without suspected spam has none', async () => {
  await suspectMessage('Перша');
  await moveTo(NINE);
  await suspectMessage('Друга');
  await moveTo('2026-11-25T07:01:00Z');
  await deliverDue();
  const names = texts().map((text) => /Ім’я: (.*)/.exec(text)?.[1]);
  expect(names.sort()).toEqual(['Друга', 'Перша']);
  await moveTo('2026-11-28T07:01:00Z');
  await deliverDue();
  expect(smtp.received).toHaveLength(2);
  expect(await replicas()[0].select().from(deliveries)).toEqual([]);
});

test('a digest whose process was killed is sent later by another process', async () => {
  await suspectMessage('А');
  await moveTo(SENT);
  expect(await claimDeliveries(replicas()[0], 'staff', { limit: 10, leaseMs: 30_000 })).toHaveLength(1);
  await deliverDue();
  expect(smtp.received).toEqual([]);
  await moveTo('2026-11-24T07:02:00Z');
  await deliverDue();
  expect(smtp.received).toHaveLength(1);
});

test('a digest lacks submissions that were accepted or erased; if none is left, no digest is sent', async () => {
  for (const name of ['А', 'Б']) await suspectMessage(name);
  const [database] = replicas();
  const { rows } = await operateOn(database)('list', { kind: 'messages', suspected: true });
  await operateOn(database)('accept', { id: rows[0]?.['id'] ?? '', channels: [] });
  await operateOn(database)('erase', message.email);
  await storeSubmission(database, 'applications', application, suspect);
  await moveTo(SENT);
  await deliverDue();
  expect(smtp.received.map(({ mail }) => mail.subject)).toEqual(['Схоже на спам: 1 за добу']);

  await suspectMessage('В');
  await operateOn(database)('erase', message.email);
  await moveTo('2026-11-25T07:01:00Z');
  await deliverDue();
  expect(smtp.received).toHaveLength(1);
  expect(await database.select().from(deliveries)).toEqual([]);
});

test('a digest lists twenty submissions and counts the rest', async () => {
  for (let number = 0; number < 23; number++) await suspectMessage(String(number));
  await moveTo(SENT);
  await deliverDue();
  expect(texts()[0]?.match(/^Ім’я: /gm)).toHaveLength(20);
  expect(texts()[0]).toContain('Ще 3 не вмістилося, усе показує npm run submissions -w api -- suspected');
});
