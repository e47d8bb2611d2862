import { beforeEach, expect, test } from '@jest/globals';
import type { Source } from '@vidlunnia/contracts';
import { startLocalServer, type LocalServer } from '@vidlunnia/settings/testing/local-server';
import { sql } from 'drizzle-orm';
import { deliveries, messages } from '../../src/database/schema';
import { telegramText, writeToTelegram } from '../../src/delivery/send-telegram';
import { storeSubmission } from '../../src/submissions/store-submission';
import { makeDue, workerOn } from '../support/outbox';
import { application, message } from '../support/payloads';
import { postgres } from '../support/on-postgres';

const database = postgres();
const TOKEN = `123456:${'a'.repeat(35)}`;
const OK = [200, { ok: true, result: { message_id: 1 } }] as const;

/** What the Bot API answers next. */
let answer: readonly [number, object];
let bot: LocalServer;
beforeEach(async () => {
  answer = OK;
  bot = await startLocalServer((_, response) => response.writeHead(answer[0]).end(JSON.stringify(answer[1])));
});

const settings = (more: object = {}) => ({
  ...{ api: bot.origin, token: TOKEN, chat: '-100', details: false, inboxUrl: undefined },
  ...more,
});
const telegram = (more?: object) =>
  workerOn(
    database(),
    'telegram',
    writeToTelegram(settings(more), () => [application.position]),
  );
const write = (changes: object = {}, source?: Source) =>
  storeSubmission(database(), 'messages', { ...message, ...changes }, { channels: ['telegram'], source });
const sent = () => JSON.parse(bot.received.at(-1)?.body ?? '') as Record<string, unknown>;
const plain = (text: unknown) => String(text).replaceAll('\u00a0', ' ');

test('a message for the chat has no personal data, and a link into the inbox', async () => {
  await write({}, { utm_source: 'google' });
  await telegram({ inboxUrl: 'https://inbox.example' }).worker.deliverDue();
  const [{ id } = { id: '' }] = await database().select().from(messages);
  expect(bot.received[0]?.url).toBe(`/bot${TOKEN}/sendMessage`);
  expect({ ...sent(), text: plain(sent()['text']) }).toEqual({
    chat_id: '-100',
    text: `Нове повідомлення\nSMM та просування\nЗвідки: google\nhttps://inbox.example/submissions/${id}`,
    link_preview_options: { is_disabled: true },
  });
  expect(await database().select().from(deliveries)).toMatchObject([{ state: 'delivered' }]);
});

test('with details the chat gets the whole submission, as long as a message may be', async () => {
  await write({ message: '😀'.repeat(2_000) });
  await telegram({ details: true, inboxUrl: 'https://inbox.example' }).worker.deliverDue();
  const text = plain(sent()['text']);
  expect(text).toMatch(
    /^Повідомлення: .*[^]*\nТелефон: .*[^]*Повідомлення:\n(?:😀)+…\nhttps:\/\/inbox\.example\/submissions\/[\da-f-]+$/u,
  );
  expect(text.length).toBeGreaterThan(4_090);
  expect(text.length).toBeLessThanOrEqual(4_096);
});

test('an application for the chat names a vacancy, and nothing else that people write as the position', async () => {
  for (const position of [application.position, 'Олена, 067 000 00 00'])
    await storeSubmission(
      database(),
      'applications',
      { ...application, position },
      { channels: ['telegram'] },
    );
  await telegram().worker.deliverDue();
  const texts = bot.received.map(({ body }) => plain((JSON.parse(body) as { text: string }).text));
  expect(texts.sort()).toEqual([
    expect.stringMatching(/^Нова заявка\nМенеджер\/ка з підтримки клієнтів\nНомер: [\da-f-]{36}$/),
    expect.stringMatching(/^Нова заявка\nНомер: [\da-f-]{36}$/),
  ]);
});

test('a digest for the chat counts only', () => {
  const digest = { id: '2', created_at: new Date(), kind: 'digest', suspects: [], count: 3 } as const;
  expect(telegramText(digest, settings({ details: true }), [])).toBe('Схоже на спам: 3');
});

test.each([
  [401, { description: 'Unauthorized' }, 'Telegram answered 401: Unauthorized'],
  [
    403,
    { description: 'Forbidden: bot was blocked by the user' },
    'Telegram answered 403: Forbidden: bot was blocked by the user',
  ],
  [400, { description: 'Bad Request: chat not found' }, 'Telegram answered 400: Bad Request: chat not found'],
  [
    400,
    { description: 'Bad Request: group chat was upgraded', parameters: { migrate_to_chat_id: -1001 } },
    'Telegram answered 400: Bad Request: group chat was upgraded; set TELEGRAM_CHAT=-1001',
  ],
  [502, [], 'Telegram answered 502: without a reason'],
])('a failed message is sent again: %d, %j', async (status, more, reason) => {
  answer = [status, Array.isArray(more) ? more : { ok: false, error_code: status, ...more }];
  await write();
  const { worker, outcomes } = telegram();
  await worker.deliverDue();
  expect(outcomes).toEqual(['failed']);
  expect(await database().select().from(deliveries)).toMatchObject([
    { state: 'pending', last_error: reason },
  ]);
  answer = OK;
  await makeDue(database());
  await worker.deliverDue();
  expect(await database().select().from(deliveries)).toMatchObject([{ state: 'delivered' }]);
});

test('after too many messages the next attempt waits as long as the Bot API says', async () => {
  const parameters = { retry_after: 900 };
  answer = [
    429,
    { ok: false, error_code: 429, description: 'Too Many Requests: retry after 900', parameters },
  ];
  await write();
  await telegram().worker.deliverDue();
  const waits = sql<boolean>`next_attempt_at BETWEEN now() + interval '14 minutes' AND now() + interval '15 minutes'`;
  expect(await database().select({ waits }).from(deliveries)).toEqual([{ waits: true }]);
});

test('an unreachable Bot API is reported without the token', async () => {
  await write();
  const { worker, log } = telegram({ api: 'http://127.0.0.1:1' });
  await worker.deliverDue();
  const [{ last_error } = { last_error: '' }] = await database().select().from(deliveries);
  expect(last_error).toMatch(/^Telegram could not be reached: /);
  expect(JSON.stringify([last_error, log])).not.toContain('aaaa');
});
