import { expect, test } from '@jest/globals';
import { applications, deliveries, type Channel } from '../../src/database/schema';
import { channelsOf } from '../../src/delivery/channels';
import { storeSubmission } from '../../src/submissions/store-submission';
import { makeDue, workerOn } from '../support/outbox';
import { application, message } from '../support/payloads';
import { postgres } from '../support/on-postgres';
import { smtpReceiver } from '../support/smtp-receiver';

const database = postgres();
const smtp = smtpReceiver();

const FROM = 'Відлуння <hello@vidlunnia.example>';
const STAFF = ['anna@vidlunnia.example', 'borys@vidlunnia.example'];

/** Delivers on a channel through the test's mail server, or another one; resolves to what was logged. */
async function deliver(channel: 'staff' | 'confirmation', { smtpUrl = smtp.url, attemptMs = 15_000 } = {}) {
  const mail = { smtpUrl, from: FROM, to: STAFF, confirmation: true };
  const send = channelsOf({ mail, webhook: undefined }).get(channel);
  if (send === undefined) throw new Error(`${channel} is not set up`);
  const { worker, log } = workerOn(database(), channel, send, attemptMs);
  await worker.deliverDue();
  return log;
}
const apply = (changes: object = {}, channels: readonly Channel[] = ['staff']) =>
  storeSubmission(database(), 'applications', { ...application, ...changes }, { channels });
const write = (changes: object = {}, channels: readonly Channel[] = ['staff']) =>
  storeSubmission(database(), 'messages', { ...message, ...changes }, { channels });

const outbox = () => database().select().from(deliveries);
const plain = (text: string | undefined) => (text ?? '').replaceAll('\u00a0', ' ');

test('staff get the whole application; a reply goes to its sender', async () => {
  await apply();
  await deliver('staff');
  const subject = 'Заявка: Менеджер/ка з підтримки клієнтів, Олена Ґудзь';
  const from = { text: '"Відлуння" <hello@vidlunnia.example>' };
  const replyTo = { value: [{ name: application.name, address: application.email }] };
  expect(smtp.received).toMatchObject([{ recipients: STAFF, mail: { subject, from, replyTo } }]);
  const [{ id } = { id: '' }] = await database().select().from(applications);
  for (const lines of [
    'Ім’я та прізвище: Олена Ґудзь\nЕлектронна пошта: olena@example.com\nТелефон: +380 67 000 00 00\n',
    '\nМісто: Вінниця\nПосада: Менеджер/ка з підтримки клієнтів\n\nВідповідь на цей лист піде на olena@example.com.\n',
    `Номер: ${id}\n\nКілька слів про себе:\nПрацювала в кав’ярні.\nЛюблю людей.\n`,
  ])
    expect(plain(smtp.received[0]?.mail.text)).toContain(lines);
});

test('staff get the whole message; empty fields have no line', async () => {
  await write();
  await write({ company: '', service_type: '' });
  await deliver('staff');
  const texts = smtp.received.map(({ mail }) => plain(mail.text)).sort((a, b) => b.length - a.length);
  expect(texts[0]).toContain('Компанія: Кав’ярня «Луна»\nЩо вас цікавить: SMM та просування\n\n');
  expect(texts[0]).toMatch(/\n\nПовідомлення:\nДоброго дня!\n$/);
  expect(texts[1]).not.toMatch(/Компанія|цікавить/);
});

test.each([
  ['application', apply, application.email],
  ['message', write, message.email],
])('the sender of an %s gets a confirmation without any typed text', async (_, store, email) => {
  await store({}, ['confirmation']);
  await deliver('confirmation');
  expect(smtp.received).toMatchObject([{ recipients: [email] }]);
  const mail = smtp.received[0]?.mail;
  expect(plain(mail?.text)).toMatch(/відповімо за (три робочі дні|один робочий день)/i);
  const whole = `${mail?.subject ?? ''} ${plain(mail?.text)} ${JSON.stringify(mail?.to)}`;
  for (const typed of ['Олена', 'Їжак', 'Вінниця', 'Луна', '067', 'кав’ярні'])
    expect(whole).not.toContain(typed);
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
});

test.each([
  'Іван\r\nBcc: victim@example.com',
  'Ivan\nBcc: victim@example.com\n\nBuy',
  '"><victim@example.com>, x',
  'a\u2028Bcc: victim@example.com',
  `${'ї'.repeat(100)}\r\n Bcc: victim@example.com`,
])('typed text never becomes a header or a recipient: %j', async (hostile) => {
  await write({ name: hostile, message: `.\r\n${hostile}` });
  await apply({ name: hostile, position: hostile });
  await deliver('staff');
  expect(smtp.received).toHaveLength(2);
  for (const { recipients, mail } of smtp.received) {
    expect(recipients).toEqual(STAFF);
    expect([...mail.headers.keys()].sort()).toEqual([
      ...['auto-submitted', 'content-transfer-encoding', 'content-type', 'date', 'from', 'message-id'],
      ...['mime-version', 'reply-to', 'subject', 'to'],
    ]);
    const address = expect.stringMatching(/^(ihor|olena)@example\.com$/);
    expect(mail.replyTo?.value).toEqual([{ name: expect.any(String), address }]);
  }
});

test('a submission that was stored with a line break in its name forges no line of a mail, nor does its text', async () => {
  const address = 'Відповідь на цей лист піде на olha@example.com.';
  await write({ name: 'Іван\r\nТелефон:\u20280900\u202E', message: `Привіт!\n\n${address}` });
  await deliver('staff');
  const mail = smtp.received[0]?.mail;
  const name = 'Іван Телефон: 0900';
  expect(mail?.subject).toBe(`Повідомлення: ${name}`);
  expect(mail?.replyTo?.value).toEqual([{ name, address: message.email }]);
  const lines = plain(mail?.text).trimEnd().split('\n');
  expect(lines).toContain(`Ім’я: ${name}`);
  expect(lines.slice(lines.indexOf('Повідомлення:'))).toEqual(['Повідомлення:', 'Привіт!', '', address]);
});

test('a retried mail has the same Message-ID', async () => {
  await write();
  await deliver('staff');
  // The mail server accepted it, but the process died before it could store the result.
  await database().update(deliveries).set({ state: 'pending' });
  await makeDue(database());
  await deliver('staff');
  const [{ id } = { id: '' }] = await outbox();
  expect(smtp.received.map(({ mail }) => mail.messageId)).toEqual(Array(2).fill(`<${id}@vidlunnia.example>`));
});

test('a mail server that rejects the sender’s address ends the confirmation at once; mails to staff are retried', async () => {
  await write({}, ['confirmation', 'staff']);
  smtp.behaviour = 'reject-recipient';
  for (const channel of ['confirmation', 'staff'] as const) await deliver(channel);
  const reason = 'the mail server answered 550 to RCPT TO (EENVELOPE)';
  const rows = (await outbox()).map((row) => `${row.channel} ${row.state}: ${String(row.last_error)}`);
  expect(rows.sort()).toEqual([`confirmation dead: ${reason}`, `staff pending: ${reason}`]);
});

test.each<[string, typeof smtp.behaviour, () => string, RegExp]>([
  ['is unreachable', 'take', () => 'smtp://127.0.0.1:1', /^ESOCKET: .*ECONNREFUSED/],
  // It never gets the password.
  ['offers no encryption', 'take', () => smtp.url.replace('//', '//user:password@'), /ETLS/],
  ['never responds', 'hang', () => smtp.url, /^not taken within 0\.5 s$/],
  // Its own words may name the recipient.
  ['fails', 'fail', () => smtp.url, /^the mail server answered 451 to DATA \(EMESSAGE\)$/],
])('a mail server that %s gets the mail again later', async (_, behaviour, smtpUrl, reason) => {
  await write();
  smtp.behaviour = behaviour;
  const log = await deliver('staff', { smtpUrl: smtpUrl(), attemptMs: behaviour === 'hang' ? 500 : 15_000 });
  expect(smtp.received).toEqual([]);
  expect(await outbox()).toMatchObject([{ state: 'pending', last_error: expect.stringMatching(reason) }]);
  expect(JSON.stringify(log)).not.toContain('olena');
});
