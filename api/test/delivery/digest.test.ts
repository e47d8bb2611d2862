import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { startLocalServer, type LocalServer } from '@vidlunnia/settings/testing/local-server';
import { asc, sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { Database, OpenDatabase } from '../../src/database/database';
import { openPostgres } from '../../src/database/open-postgres';
import { applications, deliveries, messages } from '../../src/database/schema';
import { channelsOf } from '../../src/delivery/channels';
import { claimDeliveries } from '../../src/delivery/outbox';
import { acceptSuspected } from '../../src/submissions/operations';
import { erasePerson } from '../../src/submissions/personal-data';
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

/** The time of day on 23 November 2026, in UTC. */
const at = (time: string) => `2026-11-23T${time}Z`;

const suspect = { suspicion: 'filled too fast', channels: ['staff', 'confirmation', 'webhook'] } as const;
/** Stores a suspected message of this sender at a time of the day. */
const suspectAt = async (time: string, name: string) => {
  await moveTo(at(time));
  await storeSubmission(replicas()[0], 'messages', { ...message, name }, suspect);
};

/** Receives webhooks; each test starts with a new one. */
let receiver: LocalServer;

/** Delivers what is due at a time of the day, as all replicas do every few seconds. */
async function deliverAt(time: string): Promise<void> {
  await moveTo(at(time));
  const mail = { from: 'a@b', to: ['staff@b.example'], confirmation: true, smtpUrl: smtp.url };
  const secret = `whsec_${'a'.repeat(32)}`;
  const channels = channelsOf({ mail, webhook: { url: receiver.origin, secret } });
  const workers = replicas().flatMap((each) =>
    [...channels].map(([channel, deliver]) => workerOn(each, channel, deliver).worker),
  );
  await Promise.all(workers.map((worker) => worker.deliverDue()));
}
const texts = () => smtp.received.map(({ mail }) => (mail.text ?? '').replaceAll('\u00a0', ' '));
const namesIn = (text = '') => [...text.matchAll(/Ім’я: (.*)/g)].map(([, name]) => name).sort();
const outbox = () => replicas()[0].select().from(deliveries).orderBy(asc(deliveries.channel));

beforeEach(async () => {
  await replicas()[0].execute(sql`TRUNCATE applications, messages, deliveries`);
  await moveTo(at('12:02:00'));
  receiver = await startLocalServer((_, response) => response.writeHead(204).end());
});

test('suspected spam reaches staff within minutes, once on each channel, and never its sender', async () => {
  const [one, other] = replicas();
  const long = { ...message, message: `Вітаю!\nПрийняти: ${'ж'.repeat(200)}` };
  await Promise.all([
    storeSubmission(one, 'messages', long, suspect),
    storeSubmission(other, 'applications', application, { ...suspect, suspicion: 'honeypot' }),
  ]);
  const due = { kind: 'digest', next_attempt_at: new Date(at('12:06:00')) };
  expect(await outbox()).toMatchObject([
    { ...due, channel: 'staff' },
    { ...due, channel: 'webhook' },
  ]);
  await deliverAt('12:05:59');
  expect([smtp.received, receiver.received]).toEqual([[], []]);

  for (let time = 0; time < 2; time++) await deliverAt('12:06:00');
  const subject = 'Схоже на спам: 2';
  expect(smtp.received).toMatchObject([{ mail: { subject }, recipients: ['staff@b.example'] }]);
  expect(smtp.received[0]?.mail.replyTo).toBeUndefined();
  const [{ id } = { id: '' }] = await one.select().from(messages);
  const [{ id: applicationId } = { id: '' }] = await one.select().from(applications);
  for (const lines of [
    'Заявка, 23 листопада 2026 р. о 14:02\nІм’я та прізвище: Олена Ґудзь\n',
    '\nЧому відкладено: заповнено поле, якого люди не бачать\n',
    `\nПовідомлення: Вітаю! Прийняти: ${'ж'.repeat(142)}…\nЧому відкладено: форму заповнено швидше, ніж за дві секунди\nПрийняти: npm run submissions -w api -- accept ${id}\n`,
  ])
    expect(texts()[0]).toContain(lines);
  const created_at = new Date(at('12:02:00')).toISOString();
  expect(receiver.received.map(({ body }): unknown => JSON.parse(body))).toEqual([
    {
      type: 'submissions.suspected',
      timestamp: created_at,
      data: {
        count: 2,
        suspects: [
          { id: applicationId, kind: 'applications', created_at, suspicion: 'honeypot' },
          { id, kind: 'messages', created_at, suspicion: 'filled too fast' },
        ],
      },
    },
  ]);
  expect(await outbox()).toEqual([]);
});

test('more suspected spam is reported four times an hour; after an hour without, within minutes again', async () => {
  const deliverWhenDue = async (time: string) => {
    expect(await outbox()).toMatchObject(Array(2).fill({ next_attempt_at: new Date(at(time)) }));
    await deliverAt(time);
  };
  await suspectAt('12:02:00', 'А');
  await suspectAt('12:04:59.999', 'Б');
  await deliverWhenDue('12:06:00');
  await suspectAt('12:15:00', 'В');
  await suspectAt('12:29:59.999', 'Г');
  await deliverWhenDue('12:31:00');
  await suspectAt('12:31:00', 'Ґ');
  await deliverWhenDue('12:46:00');
  await suspectAt('13:31:00.001', 'Д');
  await deliverWhenDue('13:36:00');
  expect(texts().map(namesIn)).toEqual([['А', 'Б'], ['В', 'Г'], ['Ґ'], ['Д']]);
});

test('a submission that was stored later than others of its period, but begun before, is reported too', async () => {
  await suspectAt('12:03:00', 'Пізніша');
  await suspectAt('12:02:55', 'Раніша');
  await deliverAt('12:06:00');
  expect(texts().map(namesIn)).toEqual([['Пізніша', 'Раніша']]);
});

test('suspected spam of a clock that was ahead is reported when the clock is right again', async () => {
  await moveTo('2026-12-24T12:02:00Z');
  await storeSubmission(replicas()[0], 'messages', { ...message, name: 'А' }, suspect);
  await deliverAt('12:02:00');
  expect(texts().map(namesIn)).toEqual([['А']]);
});

test('a digest whose process was killed is sent later by another process', async () => {
  await suspectAt('12:02:00', 'А');
  await moveTo(at('12:06:00'));
  expect(await claimDeliveries(replicas()[0], 'staff', { limit: 10, leaseMs: 30_000 })).toHaveLength(1);
  await deliverAt('12:06:00');
  expect(smtp.received).toEqual([]);
  await deliverAt('12:07:00');
  expect(smtp.received).toHaveLength(1);
});

test('a digest lacks submissions that were accepted or erased, and counts those beyond twenty', async () => {
  const [database] = replicas();
  for (let number = 0; number < 24; number++) await suspectAt('12:02:00', String(number));
  const [{ id } = { id: '' }] = await database.select().from(messages);
  await acceptSuspected(database, id, []);
  await storeSubmission(database, 'applications', application, suspect);
  await erasePerson(database, application.email);
  await deliverAt('12:06:00');
  expect(smtp.received.map(({ mail }) => mail.subject)).toEqual(['Схоже на спам: 23']);
  expect(texts()[0]?.match(/^Ім’я: /gm)).toHaveLength(20);
  expect(texts()[0]).toContain('Ще 3 не вмістилося, усе показує npm run submissions -w api -- suspected');
});

test('a digest of which nothing is left is not sent', async () => {
  await suspectAt('12:02:00', 'А');
  await erasePerson(replicas()[0], message.email);
  await deliverAt('12:06:00');
  expect([smtp.received, await outbox()]).toEqual([[], []]);
});
