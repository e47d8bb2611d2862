import { afterAll, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { applications, deliveries, messages, visitCounts } from '../../src/database/schema';
import { DeliveryError } from '../../src/delivery/delivery-worker';
import { buildInbox, type InboxOptions } from '../../src/inbox/app';
import { noteAnswered } from '../../src/submissions/operations';
import { storeSubmission } from '../../src/submissions/store-submission';
import { postgres } from '../support/on-postgres';
import { makeDue, workerOn } from '../support/outbox';
import { application, message } from '../support/payloads';

const database = postgres();
const TOKEN = 't'.repeat(32);
const HOUR_MS = 3_600_000;

const open: Awaited<ReturnType<typeof buildInbox>>['app'][] = [];
afterAll(() => Promise.all(open.map((app) => app.close())));

/** A browser with an inbox of its own. It keeps the cookie and what the last page had in its hidden fields. */
async function browse(options: Partial<InboxOptions> = {}) {
  const { app, newLink } = await buildInbox({
    ...{ database: database(), databaseName: 'для тестів', channels: ['staff'], token: undefined },
    ...{ trustProxy: 'loopback', logLevel: 'silent', ...options },
  });
  open.push(app);
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  let cookie = '';
  const hidden = new Map<string, string>();
  const ask = async (
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin', ...init.headers };
    const response = await fetch(origin + path, { redirect: 'manual', ...init, headers });
    const { status } = response;
    const text = Buffer.from(await response.arrayBuffer()).toString();
    const set = response.headers.get('set-cookie');
    cookie = set?.split(';')[0] ?? cookie;
    for (const [, name = '', value = ''] of text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
      hidden.set(name, value);
    return { status, text, set, to: response.headers.get('location'), headers: response.headers };
  };
  return {
    ask,
    newLink,
    /** Sends a form of the page that was shown last. */
    send: (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      ask(path, {
        method: 'POST',
        body: new URLSearchParams({ ...Object.fromEntries(hidden), ...fields }),
        headers,
      }),
  };
}

async function enter(options?: Partial<InboxOptions>) {
  const browser = await browse(options);
  await browser.ask(browser.newLink());
  return browser;
}

const write = (changes: object = {}, circumstances = {}) =>
  storeSubmission(database(), 'messages', { ...message, ...changes }, circumstances);
const stored = async () => {
  const [row] = await database().select().from(messages);
  if (!row) throw new Error('There is no message');
  return { ...row, path: `/submissions/${row.id}` };
};
const names = (text: string) =>
  [...text.matchAll(/<a href="\/submissions\/[^"]+">([^<]*)</g)].map(([, name]) => name);

test('a link lets one person in for twelve hours, once, within fifteen minutes', async () => {
  let now = 1;
  const { ask, newLink } = await browse({ now: () => now });
  const [link, later] = [newLink(), newLink()];
  const entered = await ask(link);
  expect(entered).toMatchObject({ status: 303, to: '/' });
  expect(entered.set).toMatch(/^inbox=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
  const page = await ask('/');
  expect(page.text).toContain('База: для тестів');
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none';.*;style-src 'self';font-src 'self';/,
  );
  expect((await ask(link)).text).toContain('Це посилання вже використали');
  now = 16 * 60_000;
  expect((await ask(later)).text).toContain('Це посилання не діє');
  expect((await ask('/')).status).toBe(200);
  now = 12 * HOUR_MS + 2;
  expect((await ask('/')).status).toBe(401);
});

test.each(['/', '/figures', '/messages.csv', '/submissions/x', '/submissions/x/person.json'])(
  'nobody sees %s without entering',
  async (path) => {
    const { ask } = await browse();
    expect(await ask(path)).toMatchObject({ status: 401, text: expect.stringContaining('npm run inbox') });
    // A link of another site: the browser has the cookie, but sends it only when our own page asks.
    const { text } = await ask(path, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(text).toContain(`http-equiv="refresh" content="0; url=${path}"`);
  },
);

test('people enter with the operator’s token, or a sign-on sends it for them; they leave with a button', async () => {
  const { ask, send } = await browse({ token: TOKEN });
  expect((await ask('/')).text).toContain('Токен доступу');
  expect((await send('/enter', { token: 'wrong' })).text).toContain('Токен не підходить');
  const https = { 'x-forwarded-proto': 'https' };
  expect((await send('/enter', { token: TOKEN }, https)).set).toMatch(/; Secure$/);
  expect((await ask('/')).status).toBe(200);
  await send('/leave');
  expect((await ask('/')).status).toBe(401);
  expect((await ask('/', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
  expect((await ask('/', { headers: { authorization: `Bearer ${TOKEN}` } })).set).not.toBeNull();
  expect((await ask('/')).status).toBe(200);
});

test('the list has filters, a search and pages', async () => {
  await storeSubmission(database(), 'applications', application);
  await write();
  await write({ name: '<b>Спам</b>', email: 'spam@example.com' }, { suspicion: 'honeypot' });
  const { ask } = await enter();
  const found = async (query: string) => names((await ask(`/?${query}`)).text).sort();
  const [olena, ihor, spam] = ['Олена Ґудзь', 'Ігор Їжак', '&lt;b&gt;Спам&lt;/b&gt;'];
  expect(await found('')).toEqual([ihor, olena].sort());
  expect(await found('state=suspected')).toEqual([spam]);
  expect(await found('state=answered')).toEqual([]);
  expect(await found('state=nonsense')).toEqual([ihor, olena].sort());
  const all = (search: string) => found(new URLSearchParams({ state: 'all', q: search }).toString());
  expect(await all('')).toEqual([spam, ihor, olena].sort());
  for (const search of ['їжак', 'IHOR@', 'їжак ihor']) expect(await all(search)).toEqual([ihor]);
  for (const search of ['+380 67 000', '0670000000', '(067) 000-00-00', '38067000'])
    expect(await all(search)).toEqual([olena]);
  for (const search of ['%', '_', "'", '-', '\0']) expect(await all(`щ${search}`)).toEqual([]);

  await database().execute(sql`
    INSERT INTO messages (name, email, phone, message, fingerprint) SELECT 'Ще', 'a@b', '1', 'x', '' FROM generate_series(1, 30)`);
  const pages = [await ask('/'), await ask('/?page=2')].map(({ text }) => text);
  expect(pages.map((text) => names(text).length)).toEqual([25, 7]);
  expect(pages.map((text) => [text.includes('Новіші'), text.includes('Давніші')])).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('one submission has its texts, source and deliveries with their failures, which can be repeated', async () => {
  await write({ message: '<script>alert(1)</script>\nДругий' }, { channels: ['staff', 'webhook'] });
  await database()
    .update(messages)
    .set({ source: { utm_source: 'google', click: 'gclid', landing: '/blog/kava' } });
  const fails = () => Promise.reject(new DeliveryError('the receiver answered 410', { isFinal: true }));
  await workerOn(database(), 'webhook', fails).worker.deliverDue();
  const { path } = await stored();
  const { ask, send } = await enter();
  const { text } = await ask(path);
  for (const part of [
    '&lt;script&gt;alert(1)&lt;/script&gt;\nДругий',
    'SMM та просування',
    'google',
    'Google Ads',
    '/blog/kava',
  ])
    expect(text).toContain(part);
  expect(text).toMatch(/Вебхук<!-- -->: <!-- -->не доставлено|Вебхук: не доставлено/);
  expect(text).toContain('the receiver answered 410');
  expect(text).not.toContain('<script');
  expect(await send(`${path}/retry`)).toMatchObject({ status: 303, to: `${path}?done=retried` });
  expect((await database().select().from(deliveries)).map(({ state }) => state)).toEqual([
    'pending',
    'pending',
  ]);
  for (const absent of ['/submissions/x', `/submissions/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`])
    expect((await ask(absent)).status).toBe(404);
});

test('state and note are stored; who was slower sees the other’s change and keeps the own text', async () => {
  await write();
  const { path, id } = await stored();
  const [one, other] = [await enter(), await enter()];
  for (const { ask } of [one, other]) await ask(path);
  expect(await one.send(path, { state: 'in_work', note: ' Дзвоню <завтра>\r\nо 10 ' })).toMatchObject({
    status: 303,
    to: `${path}?done=saved`,
  });
  expect(await stored()).toMatchObject({ in_work: true, answered_at: null, note: 'Дзвоню <завтра>\nо 10' });
  const refused = await other.send(path, { state: 'answered', note: 'Мій текст' });
  expect(refused.status).toBe(409);
  expect(refused.text).toMatch(/У роботі.*Дзвоню &lt;завтра&gt;/);
  expect(refused.text).toContain('>Мій текст</textarea>');
  expect(refused.text).toMatch(/value="answered"[^>]*checked|checked[^>]*value="answered"/);
  expect(await stored()).toMatchObject({ in_work: true, note: 'Дзвоню <завтра>\nо 10' });
  expect((await other.send(path, { state: 'answered', note: 'Мій текст' })).status).toBe(303);
  expect(await stored()).toMatchObject({ in_work: false, answered_at: expect.any(Date), note: 'Мій текст' });
  // The commands change it too.
  await one.ask(path);
  await noteAnswered(database(), id, true);
  expect((await one.send(path, { state: 'answered', note: '' })).status).toBe(409);
  expect((await one.send(path, { state: 'new', note: '' })).status).toBe(303);
  expect(await stored()).toMatchObject({ in_work: false, answered_at: null, note: null });
});

test('a forged form changes nothing', async () => {
  await write();
  const { path } = await stored();
  const { ask, send } = await enter();
  await ask(path);
  const change = { state: 'answered', note: 'Чуже' };
  expect((await send(path, change, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await send(path, change, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
  expect((await send(path, change, { cookie: '' })).status).toBe(401);
  expect((await send(path, { ...change, proof: 'x' })).status).toBe(403);
  expect((await ask(`${path}/erase`, { method: 'POST' })).status).toBe(403);
  expect(
    (await ask(path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status,
  ).toBe(415);
  expect(await stored()).toMatchObject({ answered_at: null, note: null, version: 0 });
});

test('what is not spam is delivered', async () => {
  await write({}, { suspicion: 'token missing', channels: ['staff'] });
  const { path } = await stored();
  const { ask, send } = await enter();
  expect((await ask(path)).text).toContain('Чому відкладено: надіслано');
  expect((await send(path, { state: 'answered', note: '', version: '0' })).status).not.toBe(303);
  expect(await send(`${path}/accept`)).toMatchObject({ status: 303, to: `${path}?done=accepted` });
  expect(await send(`${path}/accept`)).toMatchObject({ to: `${path}?done=` });
  await makeDue(database());
  const delivered: unknown[] = [];
  const take = (letter: object) => Promise.resolve(void delivered.push(letter));
  await workerOn(database(), 'staff', take).worker.deliverDue();
  expect(delivered).toContainEqual(
    expect.objectContaining({ kind: 'messages', submission: expect.objectContaining(message) }),
  );
  expect(names((await ask('/')).text)).toEqual([message.name]);
});

test('the CSV has what the filter shows, with notes, and no formulas', async () => {
  await write({ name: '=1+1' });
  await write({ name: 'Інша', email: 'other@example.com' });
  const { ask, send } = await enter();
  const { path } = await stored();
  await ask(path);
  await send(path, { state: 'in_work', note: '=2+2' });
  const { text, headers } = await ask('/messages.csv?state=in_work');
  expect(headers.get('content-disposition')).toBe('attachment; filename="messages.csv"');
  expect(text).toMatch(
    /^\uFEFFcreated_at,name,.*,id,state,note,suspicion,answered_at,delivery,utm_source,.*,landing\r\n/,
  );
  expect(text).toMatch(/,'=1\+1,.*,in_work,'=2\+2,/);
  expect(text).not.toContain('Інша');
  expect((await ask('/applications.csv')).text.trim().split('\r\n')).toHaveLength(1);
});

test('a person’s data is exported and erased with the notes', async () => {
  await write({}, { channels: ['staff'] });
  await storeSubmission(database(), 'applications', { ...application, email: message.email });
  await database().update(messages).set({ note: 'Про людину' });
  const { path } = await stored();
  const { ask, send } = await enter();
  await ask(path);
  const person: unknown = JSON.parse((await ask(`${path}/person.json`)).text);
  expect(person).toMatchObject({
    email: message.email,
    messages: [{ note: 'Про людину' }],
    applications: [{}],
  });
  expect((await ask(`${path}/erase`)).text).toMatch(/ihor@example\.com: 2/);
  expect(await send(`${path}/erase`)).toMatchObject({ status: 303, to: '/?done=erased' });
  for (const table of [messages, applications, deliveries]) expect(await database().$count(table)).toBe(0);
  expect((await ask('/?done=erased')).text).toContain('Дані людини стерто.');
  expect((await send(path, { state: 'new', note: '' })).status).toBe(404);
});

test('figures count by week, source and first page, and visitors by day', async () => {
  for (const source of [
    { landing: '/' },
    { utm_source: 'fb', click: 'fbclid', landing: '/blog/kava' },
    { click: 'gclid' },
    { click: 'wbraid' },
    null,
  ]) {
    await write();
    await database().execute(
      sql`UPDATE messages SET source = ${source && JSON.stringify(source)}::jsonb WHERE source IS NULL`,
    );
  }
  await write({}, { suspicion: 'honeypot' });
  await storeSubmission(database(), 'applications', application);
  await database().execute(sql`UPDATE applications SET created_at = now() - interval '13 weeks'`);
  const at = new Date();
  const visit = { version: 'aaaaaaaaaaaa', what: 'visitors', at };
  await database()
    .insert(visitCounts)
    .values([
      { ...visit, remote: 'home', count: 5 },
      { ...visit, remote: 'blog', count: 5 },
      { ...visit, remote: 'blog', version: 'bbbbbbbbbbbb', count: 2 },
      { ...visit, remote: 'blog', what: 'failing', count: 1 },
    ]);
  const { ask } = await enter();
  const { text } = await ask('/figures');
  const rows = [
    ...text
      .replace(/<svg.*?<\/svg>/g, '')
      .matchAll(/<th scope="row">([^<]*)<\/th><td>(\d+)<\/td>(?:<td>(\d+)<\/td>)?/g),
  ].map(([, ...row]) => row);
  expect(rows).toHaveLength(12 + 4 + 3 + 1);
  expect(rows[11]?.slice(1)).toEqual(['5', '0']);
  expect(
    rows
      .slice(0, 11)
      .flatMap((row) => row.slice(1))
      .every((count) => count === '0'),
  ).toBe(true);
  for (const row of [
    ['Google Ads', '2', '0'],
    ['fb', '1', '0'],
    ['/blog/kava', '1', '0'],
    ['Без реклами й чужих сайтів', '1', '0'],
  ])
    expect(rows).toContainEqual(row);
  expect(rows.at(-1)?.[1]).toBe('5');
  expect(text).toMatch(/Google Ads<svg [^>]*viewBox="0 0 2 1"[^>]*><rect x="0" width="2" height="1"/);
});
