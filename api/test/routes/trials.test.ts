import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { applications, deliveries, messages, trials } from '../../src/database/schema';
import { removeTrials, storeTrial } from '../../src/submissions/trials';
import { build, post } from '../support/build';
import { postgres } from '../support/on-postgres';
import { application, message } from '../support/payloads';

const database = postgres();
const now = () => Math.floor(Date.now() / 1000);
const send = async (url: string, body: object, until: string) =>
  (await build(database()))(url, post(body, { 'x-trial-until': until }));
const stored = () => database().select().from(trials).orderBy(trials.created_at);

test('a form of a preview gets the usual response, is stored separately, and is not delivered', async () => {
  const until = now() + 3_600;
  expect((await send('/api/contact', message, String(until))).status).toBe(201);
  expect((await send('/api/jobs/apply', application, String(until))).status).toBe(201);
  const ends_at = new Date(until * 1000);
  expect(await stored()).toMatchObject([
    { kind: 'messages', fields: JSON.stringify(message), ends_at },
    { kind: 'applications', fields: JSON.stringify(application), ends_at },
  ]);
  for (const table of [messages, applications, deliveries]) expect(await database().$count(table)).toBe(0);
});

test('an invalid form of a preview is rejected as usual', async () => {
  expect((await send('/api/contact', { ...message, email: '?' }, String(now() + 60))).status).toBe(422);
  expect((await send('/api/contact', message, 'soon')).status).toBe(400);
  expect(await stored()).toEqual([]);
});

test('a form of a preview is deleted when the preview ends, and after two weeks at most', async () => {
  await storeTrial(database(), 'messages', message, now() - 1);
  expect(await stored()).toEqual([]);
  await storeTrial(database(), 'messages', message, 9_999_999_999);
  const [row] = await stored();
  expect(+(row?.ends_at ?? 0)).toBeLessThan((now() + 14 * 86_400 + 60) * 1000);
  await database().execute(sql`UPDATE trials SET ends_at = now()`);
  await removeTrials(database());
  expect(await stored()).toEqual([]);
});

test('only the newest thousand forms of previews are kept', async () => {
  await database().execute(sql`
    INSERT INTO trials (kind, fields, ends_at, created_at)
    SELECT 'messages', '{}', now() + interval '1 hour', now() - n * interval '1 second'
    FROM generate_series(1, 1000) AS n`);
  await storeTrial(database(), 'messages', message, now() + 60);
  const all = await stored();
  expect([all.length, JSON.parse(all.at(-1)?.fields ?? '')]).toEqual([1000, message]);
});
