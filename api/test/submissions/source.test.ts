import { expect, test } from '@jest/globals';
import type { Source } from '@vidlunnia/contracts';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import { submissionsCommand } from '../../src/commands/submissions';
import { readEnvironment } from '../../src/config/environment';
import { openPostgres } from '../../src/database/open-postgres';
import { deliveries, messages } from '../../src/database/schema';
import { channelsOf } from '../../src/delivery/channels';
import { digestText } from '../../src/delivery/mail-texts';
import { erasePerson, exportPerson } from '../../src/submissions/personal-data';
import { validSource } from '../../src/submissions/source';
import { build, post, tokenBy } from '../support/build';
import { emptyPostgres } from '../support/on-postgres';
import { message } from '../support/payloads';
import { smtpReceiver } from '../support/smtp-receiver';
import { written } from '../support/written';

const source: Source = {
  utm_source: 'google',
  utm_campaign: '=1+1',
  click: 'gclid',
  referrer: 'https://www.google.com',
  landing: '/blog/kava',
};

test.each<[string, unknown, Source | null]>([
  ['every known value', source, source],
  ['no object', 'google', null],
  ['an empty object', {}, null],
  ['unknown keys', { utm_id: '7', email: 'a@b', constructor: 'x' }, null],
  ['other types', { utm_source: 7, utm_medium: null, landing: ['/'] }, null],
  [
    'lines and control characters',
    { utm_source: ' a\r\nТелефон: 0900\0\u202E' },
    { utm_source: 'a Телефон: 0900' },
  ],
  ['blank text', { utm_source: '\n\t' }, null],
  ['the longest value', { utm_term: 'ї'.repeat(100) }, { utm_term: 'ї'.repeat(100) }],
  ['a longer value beside a valid one', { utm_term: 'ї'.repeat(101), landing: '/' }, { landing: '/' }],
  ['half a character', { utm_source: 'a\ud83d' }, null],
  ['an unknown kind of click', { click: 'EAIaIQobChMI' }, null],
  ['a page as the referrer', { referrer: 'https://example.com/a?q=1' }, null],
  ['a script as the referrer', { referrer: 'javascript:alert(1)' }, null],
  ['a query in the landing page', { landing: '/?email=a@b' }, null],
  ['another site as the landing page', { landing: 'https://example.com/' }, null],
])('of a source with %s, only valid values are kept', (_, sent, valid) => {
  expect(validSource(sent)).toEqual(valid);
});

const url = emptyPostgres();
const smtp = smtpReceiver();

test('a source is stored with its submission, reaches staff, their chat, other programs, lists and exports, and goes with it', async () => {
  const { database, close } = await openPostgres(url());
  const receiver = await startLocalServer((_, response) => response.writeHead(204).end());
  const mail = { smtpUrl: smtp.url, from: 'a@b.example', to: ['staff@b.example'], confirmation: false };
  const secret = `whsec_${'a'.repeat(32)}`;
  const bot = await startLocalServer((_, response) => response.writeHead(200).end('{"ok":true}'));
  const telegram = { api: bot.origin, token: '1:a', chat: '-1', details: false, inboxUrl: undefined };
  const ask = await build(database, {
    channels: channelsOf({ mail, telegram, webhook: { url: receiver.origin, secret } }),
  });
  const proof = await tokenBy(ask);
  const send = async (more: object) => (await ask('/api/contact', post({ ...message, ...more }))).status;
  expect(await send({ ...proof, source: { ...source, utm_id: '7', click_value: 'abc' } })).toBe(201);
  // Without a token, it is suspected.
  expect(await send({ source: { landing: '/' } })).toBe(201);
  expect(await send({ source: 'x'.repeat(1_000) })).toBe(201);
  const rows = await database.select().from(messages).orderBy(messages.created_at);
  expect(rows.map((row) => row.source)).toEqual([source, { landing: '/' }, null]);

  while (smtp.received.length + receiver.received.length + bot.received.length < 3)
    await new Promise(setImmediate);
  expect(smtp.received[0]?.mail.text).toContain(
    '\n\nДжерело реклами: google\nКампанія: =1+1\nКлік по рекламі: Google Ads\nПрийшли із сайту: https://www.google.com\nПерша сторінка: /blog/kava\n\n',
  );
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ data: { source } });
  expect(JSON.parse(bot.received[0]?.body ?? '')).toMatchObject({
    text: expect.stringContaining('\nЗвідки: google, =1+1, Google Ads, https://www.google.com, /blog/kava\n'),
  });
  const suspects = rows.slice(1).map((submission) => ({ kind: 'messages', submission }) as const);
  const { text } = digestText({ kind: 'digest', created_at: new Date(), suspects, count: 2 });
  expect(text.match(/^Звідки: .*$/gm)).toEqual(['Звідки: /']);

  const run = async (...args: string[]) =>
    (await written(() => submissionsCommand(readEnvironment({ DATABASE_URL: url() }), args))).join('');
  const [header, line] = (await run('--csv', 'messages')).split('\r\n');
  expect(header).toMatch(/,utm_source,utm_medium,utm_campaign,utm_term,utm_content,click,referrer,landing$/);
  expect(line).toMatch(/,google,,'=1\+1,,,gclid,https:\/\/www\.google\.com,\/blog\/kava$/);
  expect(await run()).toContain('google, =1+1, Google Ads, https://www.g…\n');
  expect((await exportPerson(database, message.email)).messages).toMatchObject([{ source }, {}, {}]);

  await erasePerson(database, message.email);
  expect((await run('--csv', 'messages')) + (await run())).not.toContain('google');
  const kinds = (await database.select().from(deliveries)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind !== 'digest')).toEqual([]);
  await close();
});
