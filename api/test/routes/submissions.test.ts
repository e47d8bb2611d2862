import { expect, test } from '@jest/globals';
import { fieldsOf } from '@vidlunnia/contracts';
import { TRIAL_HEADER } from '@vidlunnia/operating';
import { sql } from 'drizzle-orm';
import { applications, messages } from '../../src/database/schema';
import { build, post, tokenBy } from '../support/build';
import { postgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';

// The values that a form's fields accept are tested with their schemas (shared/contracts).
const database = postgres();
const rows = () => database().select().from(messages);
const send = async (body: object | string, headers: Record<string, string> = {}) =>
  (await build(database()))('/api/contact', post(body, headers));
const stored = () => database().$count(messages);

test.each([
  ['application', '/api/jobs/apply', applications, application],
  ['contact', '/api/contact', messages, message],
] as const)(
  'the %s form accepts every field at its maximum length, and stores empty ones as NULL',
  async (name, url, table, payload) => {
    const ask = await build(database());
    const fields = Object.entries(fieldsOf(name));
    const long = fields.filter(([, { email, choices }]) => !email && !choices);
    const body = {
      ...payload,
      ...Object.fromEntries(long.map(([field, { max }]) => [field, 'ї'.repeat(max)])),
    };
    const { status, json } = await ask(url, post(body));
    expect([status, json]).toEqual([201, {}]);
    const optional = fields.filter(([, { required }]) => !required);
    const all = (value: unknown) => Object.fromEntries(optional.map(([field]) => [field, value]));
    for (const value of ['', undefined])
      expect((await ask(url, post({ ...payload, ...all(value) }))).status).toBe(201);
    const found = await database().select().from(table).orderBy(table.created_at);
    expect(found).toMatchObject([body, all(null), all(null)]);
  },
);

test.each([
  [`'); DROP TABLE messages; --`],
  [`<script>alert(1)</script>`],
  [`  =HYPERLINK("x")\t`],
  ['🦔 \u{10FFFF}'],
  // PostgreSQL cannot store U+0000.
  ['а\0б', 'аб'],
  ['а\ud83dб', 'а\ufffdб'],
  ['👩'.repeat(fieldsOf('contact')['name']?.max ?? 0)],
])('a text like %j is stored verbatim, if PostgreSQL can', async (typed, expected = typed) => {
  expect((await send({ ...message, message: typed })).status).toBe(201);
  expect(await rows()).toEqual([expect.objectContaining({ message: expected })]);
});

test.each([
  ['Іван\r\nТелефон: 0900', 'Іван Телефон: 0900'],
  ['a\u2028b\u2029c\u0085d\te', 'a b c d e'],
  // Contacts of telephones put invisible marks around what is copied.
  ['\u202A+380 67 000 00 00\u202C', '+380 67 000 00 00'],
  [' Олена\u200D\u00A0Ґудзь\n', 'Олена\u200D\u00A0Ґудзь'],
])('a value like %j of a field for one line is stored as one line', async (typed, expected) => {
  // White space and marks around an address or a choice are no reason to reject it.
  const padded = { email: ` ${message.email}\u202C\n`, service_type: 'smm\n' };
  expect((await send({ ...message, ...padded, name: typed, phone: typed })).status).toBe(201);
  expect(await rows()).toMatchObject([{ ...message, name: expected, phone: expected }]);
});

test('with one key, repeated and concurrent requests are stored once, and another body is rejected', async () => {
  const key = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' };
  const responses = await Promise.all(Array.from({ length: 8 }, () => send(message, key)));
  expect(responses.map((each) => each.status)).toEqual(Array(8).fill(201));
  const { json } = await send({ ...message, name: 'Інша' }, key);
  expect(json).toMatchObject({ status: 422, errors: [{ field: 'Idempotency-Key' }] });
  expect(await rows()).toEqual([expect.objectContaining({ name: message.name })]);
});

test('suspected spam gets the same response as any other form, and is stored with its reason', async () => {
  const token = await tokenBy(await build(database()));
  for (const proof of [token, { token: '1.x' }])
    expect(await send({ ...message, ...proof })).toMatchObject({ status: 201, json: {} });
  const found = await database().select().from(messages).orderBy(messages.created_at);
  expect(found.map(({ suspicion }) => suspicion)).toEqual([null, 'token invalid']);
});

test('a form of a preview is checked as any other, but not stored', async () => {
  const header = { [TRIAL_HEADER]: '9999999999' };
  expect(await send(message, header)).toMatchObject({ status: 201, json: {} });
  expect((await send({ ...message, email: '?' }, header)).status).toBe(422);
  expect(await stored()).toBe(0);
});

test('every wrong field is named, once', async () => {
  const wrong = {
    name: '\u202A\r\n',
    email: 'a b@c',
    phone: null,
    message: ' \n\t\u00A0',
    service_type: 'seo',
  };
  const { json } = await send({ ...message, ...wrong });
  const errors = Object.keys(wrong).map((field) => expect.objectContaining({ field }));
  expect(json).toMatchObject({ status: 422, errors: expect.arrayContaining(errors) });
  expect(json).toHaveProperty('errors.length', errors.length);
  expect(await stored()).toBe(0);
});

test('an unknown field is dropped: a newer form is not rejected', async () => {
  expect((await send({ ...message, budget: '5000', admin: true })).status).toBe(201);
  expect(await rows()).toEqual([expect.objectContaining(message)]);
});

test.each([
  ['malformed JSON', 400, '{"name":', {}],
  ['an empty body', 400, '', {}],
  ['a list', 422, '[]', {}],
  ['prototype poisoning', 400, '{"__proto__":{"name":"x"}}', {}],
  ['a body over 32 KiB', 413, JSON.stringify({ name: 'a'.repeat(33_000) }), {}],
  ['a form’s encoding', 415, 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['plain text', 415, 'name', { 'content-type': 'text/plain' }],
  ['too long a key', 400, JSON.stringify(message), { 'idempotency-key': 'k'.repeat(256) }],
  ['a form on another site', 403, JSON.stringify(message), { 'sec-fetch-site': 'cross-site' }],
])('%s gets %i, and nothing is stored', async (_, status, body, headers) => {
  const response = await send(body, headers);
  expect(response.json).toMatchObject({ type: 'about:blank', status });
  expect(response.headers.get('content-type')).toMatch('application/problem+json');
  expect(await stored()).toBe(0);
});

test('submissions of one address or IPv6 prefix per minute are limited for each form', async () => {
  const ask = await build(database(), { submissionsPerMinute: 2 });
  const from = (address: string, url = '/api/contact') =>
    ask(url, post(url === '/api/contact' ? message : application, { 'x-forwarded-for': address }));
  expect((await from('2001:db8:0:7::1')).status).toBe(201);
  expect((await from('2001:db8:0:7::2')).status).toBe(201);
  const rejected = await from('2001:db8:0:7::3');
  expect(rejected.json).toEqual({ type: 'about:blank', title: 'Too Many Requests', status: 429 });
  expect(rejected.headers.get('retry-after')).toMatch(/^[1-9]/);
  expect((await from('2001:db8:0:7::3', '/api/jobs/apply')).status).toBe(201);
  expect((await from('2001:db8:0:8::1')).status).toBe(201);
  expect(await stored()).toBe(3);
});

test('while 24 submissions wait for the database, the next is shed at once, and no accepted one is lost', async () => {
  const ask = await build(database());
  const sendOne = (n: number) =>
    ask('/api/contact', post({ ...message, message: String(n) }, { 'idempotency-key': `key-${String(n)}` }));
  let waiting: ReturnType<typeof sendOne>[] = [];
  await database().transaction(async (transaction) => {
    await transaction.execute(sql`LOCK TABLE messages IN SHARE MODE`);
    waiting = Array.from({ length: 40 }, (_, n) => sendOne(n));
    const shed = await Promise.race(waiting);
    expect([shed.status, shed.headers.get('retry-after')]).toEqual([503, '5']);
    expect((await ask('/api/services')).status).toBe(200);
  });
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([...Array<number>(24).fill(201), ...Array<number>(16).fill(503)]);
  expect(await stored()).toBe(24);
  expect((await sendOne(1_000)).status).toBe(201);
});
