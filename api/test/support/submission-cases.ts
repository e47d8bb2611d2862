import { describe, expect, test } from '@jest/globals';
import type { PgTable } from 'drizzle-orm/pg-core';
import { LIMITS } from '@vidlunnia/contracts';
import type { Database } from '../../src/database/database';
import { build, post } from './build';
import { onEachDatabase, onPglite } from './on-each-database';

interface Form {
  /** As the specification calls it. */
  readonly name: string;
  readonly url: string;
  readonly table: PgTable;
  /** Every field, rightly filled. */
  readonly payload: Readonly<Record<string, string | undefined>>;
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** What both forms' routes must do, for the fields of one of them. */
export function submissionCases(form: Form): void {
  onEachDatabase((database) => {
    storing(form, database);
  });
  onPglite((database) => {
    checking(form, database);
  });
}

function routeOf(form: Form, database: () => Database) {
  const rows = () => database().select().from(form.table);
  const send = async (payload: object | string, headers: Record<string, string> = {}) => {
    const ask = await build(database());
    return ask(form.url, post(payload, headers));
  };
  const without = (field: string) =>
    Object.fromEntries(Object.entries(form.payload).filter(([key]) => key !== field));
  return { rows, send, without };
}

/** What the database has a part in. */
function storing(form: Form, database: () => Database): void {
  const { rows, send, without } = routeOf(form, database);
  const limits = Object.entries(LIMITS).filter(([field]) => field in form.payload && field !== 'email');

  test(`spec 7, ${form.name}: a whole payload gets 201 and stored as it was typed`, async () => {
    const response = await send(form.payload);
    expect([response.status, response.json]).toEqual([201, {}]);
    expect(await rows()).toEqual([expect.objectContaining(form.payload)]);
  });

  test.each(form.optional)(`spec 5, ${form.name}: %s is optional, empty is stored as NULL`, async (field) => {
    expect((await send(without(field))).status).toBe(201);
    expect((await send({ ...form.payload, [field]: '' })).status).toBe(201);
    const empty = expect.objectContaining({ [field]: null });
    expect(await rows()).toEqual([empty, empty]);
  });

  test.each(limits)(`limits, ${form.name}: %s takes %i characters and no more`, async (field, limit) => {
    expect((await send({ ...form.payload, [field]: 'ї'.repeat(limit) })).status).toBe(201);
    const response = await send({ ...form.payload, [field]: 'ї'.repeat(limit + 1) });
    expect(response.json).toMatchObject({ status: 422, errors: [{ field }] });
    expect(await rows()).toHaveLength(1);
  });

  test.each([
    `'); DROP TABLE messages; --`,
    `<script>alert(1)</script>`,
    `  =HYPERLINK("x")\t`,
    '🦔 \u{10FFFF}',
  ])('a text like %j is stored verbatim', async (name) => {
    expect((await send({ ...form.payload, name })).status).toBe(201);
    expect(await rows()).toEqual([expect.objectContaining({ name })]);
  });

  test('U+0000, which PostgreSQL can’t store, is left out', async () => {
    expect((await send({ ...form.payload, name: 'а\0б' })).status).toBe(201);
    expect(await rows()).toEqual([expect.objectContaining({ name: 'аб' })]);
  });

  describe('idempotency key', () => {
    const key = { 'idempotency-key': '"8e03978e-40d5-43dd-bc93-6894a57f9324"' };

    test('sent again with the same body, it gets 201 and stored once', async () => {
      const statuses = [await send(form.payload, key), await send(form.payload, key)].map(
        (each) => each.status,
      );
      expect(statuses).toEqual([201, 201]);
      expect(await rows()).toHaveLength(1);
    });

    test('sent many times at once, it is stored once', async () => {
      const responses = await Promise.all(Array.from({ length: 8 }, () => send(form.payload, key)));
      expect(responses.map((each) => each.status)).toEqual(Array(8).fill(201));
      expect(await rows()).toHaveLength(1);
    });

    test('with another body it is rejected and the first row kept', async () => {
      await send(form.payload, key);
      const response = await send({ ...form.payload, name: 'Інша' }, key);
      expect(response.json).toMatchObject({ status: 422, errors: [{ field: 'Idempotency-Key' }] });
      expect(await rows()).toEqual([expect.objectContaining({ name: form.payload['name'] })]);
    });

    test('without one, equal bodies are two submissions', async () => {
      await send(form.payload);
      await send(form.payload);
      expect(await rows()).toHaveLength(2);
    });
  });
}

/** What is decided before, or by this process. */
function checking(form: Form, database: () => Database): void {
  const { rows, send, without } = routeOf(form, database);

  test.each(form.required)(`spec 5, ${form.name}: %s is required`, async (field) => {
    for (const payload of [
      without(field),
      { ...form.payload, [field]: '' },
      { ...form.payload, [field]: '\0' },
      { ...form.payload, [field]: ' \n\t\u00A0' },
    ]) {
      const response = await send(payload);
      expect(response.status).toBe(422);
      expect(response.headers.get('content-type')).toMatch('application/problem+json');
      expect(response.json).toMatchObject({ status: 422, errors: [{ field }] });
    }
    expect(await rows()).toEqual([]);
  });

  test.each([
    'a@b',
    'o’k@example.com',
    'a b@example.com',
    'a@b..com',
    '@example.com',
    'a@-b.com',
    'a@b.com\n',
  ])(`spec 5, ${form.name}: email must be of e-mail type, not %j`, async (email) => {
    const response = await send({ ...form.payload, email });
    // What a browser's own check accepts: a host of one label is fine.
    expect(response.status).toBe(email === 'a@b' ? 201 : 422);
  });

  test('every wrong field is named, once', async () => {
    const response = await send({ ...form.payload, name: 1, email: '', phone: null, admin: true });
    const errors = ['name', 'email', 'phone', 'admin'].map((field) => expect.objectContaining({ field }));
    expect(response.json).toMatchObject({ status: 422, errors: expect.arrayContaining(errors) });
    expect(response.json).toHaveProperty('errors.length', errors.length);
  });

  test.each([
    ['malformed JSON', 400, '{"name":', {}],
    ['an empty body', 400, '', {}],
    ['a list', 422, '[]', {}],
    ['prototype poisoning', 400, '{"__proto__":{"name":"x"}}', {}],
    ['a body over 32 KiB', 413, JSON.stringify({ name: 'a'.repeat(33_000) }), {}],
    ['a form’s encoding', 415, 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text', 415, 'name', { 'content-type': 'text/plain' }],
    ['XML', 415, '<a/>', { 'content-type': 'application/xml' }],
    ['too long a key', 400, JSON.stringify(form.payload), { 'idempotency-key': 'k'.repeat(256) }],
  ])('%s gets %i, and nothing is stored', async (_, status, payload, headers) => {
    const response = await send(payload, headers);
    expect(response.json).toMatchObject({ type: 'about:blank', status });
    expect(response.headers.get('content-type')).toMatch('application/problem+json');
    expect(await rows()).toEqual([]);
  });

  test('one address may send only so many a minute', async () => {
    const ask = await build(database(), { submissionsPerMinute: 2 });
    const from = (address: string) => ask(form.url, post(form.payload, { 'x-forwarded-for': address }));
    expect([(await from('192.0.2.1')).status, (await from('192.0.2.1')).status]).toEqual([201, 201]);
    const rejected = await from('192.0.2.1');
    expect(rejected.json).toEqual({ type: 'about:blank', title: 'Too Many Requests', status: 429 });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await from('192.0.2.2')).status).toBe(201);
    expect(await rows()).toHaveLength(3);
  });
}
