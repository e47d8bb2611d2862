import { describe, expect, test } from '@jest/globals';
import { fieldsOf } from '@vidlunnia/contracts';
import { sql } from 'drizzle-orm';
import { applications, messages } from '../../src/database/schema';
import { build, post } from '../support/build';
import { postgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';

// The values that a form's fields accept are tested with their schemas (shared/contracts).
const FORMS = [
  { name: 'application', url: '/api/jobs/apply', table: applications, payload: application },
  { name: 'contact', url: '/api/contact', table: messages, payload: message },
] as const;

const database = postgres();

describe.each(FORMS)('the $name form', ({ name, url, table, payload }) => {
  const rows = () => database().select().from(table);
  const send = async (body: object) => (await build(database()))(url, post(body));

  const fields = Object.entries(fieldsOf(name));

  test('accepts every field at its maximum length', async () => {
    const long = fields.filter(([, { email, choices }]) => !email && !choices);
    const body = {
      ...payload,
      ...Object.fromEntries(long.map(([field, { max }]) => [field, 'ї'.repeat(max)])),
    };
    const { status, json } = await send(body);
    expect([status, json]).toEqual([201, {}]);
    expect(await rows()).toEqual([expect.objectContaining(body)]);
  });

  test('may omit optional fields or leave them empty: they are stored as NULL', async () => {
    const optional = fields.filter(([, { required }]) => !required);
    const all = (value: unknown) => Object.fromEntries(optional.map(([field]) => [field, value]));
    for (const value of ['', undefined]) expect((await send({ ...payload, ...all(value) })).status).toBe(201);
    expect(await rows()).toMatchObject([all(null), all(null)]);
  });
});

const rows = () => database().select().from(messages);
const send = async (body: object | string, headers: Record<string, string> = {}) =>
  (await build(database()))('/api/contact', post(body, headers));

test.each([
  [`'); DROP TABLE messages; --`],
  [`<script>alert(1)</script>`],
  [`  =HYPERLINK("x")\t`],
  ['🦔 \u{10FFFF}'],
  // PostgreSQL cannot store U+0000.
  ['а\0б', 'аб'],
  ['а\ud83dб', 'а\ufffdб'],
  ['👩'.repeat(fieldsOf('contact')['name']?.max ?? 0)],
])('a text like %j is stored verbatim, if PostgreSQL can', async (typed, stored = typed) => {
  expect((await send({ ...message, message: typed })).status).toBe(201);
  expect(await rows()).toEqual([expect.objectContaining({ message: stored })]);
});

test.each([
  ['Іван\r\nТелефон: 0900', 'Іван Телефон: 0900'],
  ['a\u2028b\u2029c\u0085d\te', 'a b c d e'],
  // Contacts of telephones put invisible marks around what is copied.
  ['\u202A+380 67 000 00 00\u202C', '+380 67 000 00 00'],
  [' Олена\u200D\u00A0Ґудзь\n', 'Олена\u200D\u00A0Ґудзь'],
])('a value like %j of a field for one line is stored as one line', async (typed, stored) => {
  expect((await send({ ...message, name: typed, phone: typed })).status).toBe(201);
  expect(await rows()).toEqual([expect.objectContaining({ name: stored, phone: stored })]);
});

test('white space and marks around an address or a choice are no reason to reject it', async () => {
  const padded = { email: ` ${message.email}\u202C\n`, service_type: 'smm\n' };
  expect((await send({ ...message, ...padded })).status).toBe(201);
  expect(await rows()).toEqual([expect.objectContaining(message)]);
  expect((await send({ ...message, name: '\u202A\r\n' })).status).toBe(422);
});

test('with one key, repeated and concurrent requests are stored once, and another body is rejected', async () => {
  const key = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' };
  await send(message, key);
  const responses = await Promise.all(Array.from({ length: 8 }, () => send(message, key)));
  expect(responses.map((each) => each.status)).toEqual(Array(8).fill(201));
  const { json } = await send({ ...message, name: 'Інша' }, key);
  expect(json).toMatchObject({ status: 422, errors: [{ field: 'Idempotency-Key' }] });
  expect(await rows()).toEqual([expect.objectContaining({ name: message.name })]);
});

const stored = () => database().$count(messages);

test('every wrong field is named, once', async () => {
  const wrong = { name: 1, email: 'a b@c', phone: null, message: ' \n\t\u00A0', service_type: 'seo' };
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
