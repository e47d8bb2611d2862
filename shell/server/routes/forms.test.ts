/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { unreachableOrigin } from '@vidlunnia/http/testing';
import { startSite, type ServedSite } from '../../testing/site';
import type { PageStart } from '../../src/starter/page-start';
import { acceptedForm, formValues, submissionKey } from './forms';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const FORMS = [
  ['contact', '/api/contact', '/?sent=contact#contact-form'],
  ['application', '/api/jobs/apply', '/?sent=application#application-form'],
] as const;
const VALUES = { name: 'Ігор & Ко', message: 'Гукаю\nзвідси', company: '' };
const BODY =
  'name=%D0%86%D0%B3%D0%BE%D1%80+%26+%D0%9A%D0%BE&message=%D0%93%D1%83%D0%BA%D0%B0%D1%8E%0D%0A%D0%B7%D0%B2%D1%96%D0%B4%D1%81%D0%B8&company=';

const answering = (status: number) =>
  startSite((_, response) => response.writeHead(status).end('{"title":"no"}'));
const send = (
  site: ServedSite,
  target: string,
  headers: Readonly<Record<string, string>> = FORM,
  body = BODY,
) => site.ask(target, { method: 'POST', headers, body });
const startOf = (html: string): PageStart =>
  JSON.parse(/id="page-start">(.*?)<\/script>/.exec(html)?.[1] ?? 'null') as PageStart;

describe.each(FORMS)('the %s form without a script', (form, action, next) => {
  test('is stored as the browser’s script would, and leads to a page that may be opened again', async () => {
    const site = await answering(201);
    const { status, headers } = await send(site, action, { ...FORM, 'x-request-id': 'r1' });
    expect([status, headers.location]).toEqual([303, next]);
    const [received] = site.api.received;
    expect(site.api.received).toHaveLength(1);
    expect(received).toMatchObject({ method: 'POST', url: action });
    expect(received?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-forwarded-for': '127.0.0.1',
      'x-request-id': 'r1',
    });
    expect(JSON.parse(received?.body ?? '')).toEqual(VALUES);
  });

  test.each([422, 409, 500])(
    'that the API rejects with %i comes back filled in, kept by nobody',
    async (status) => {
      const site = await answering(status);
      const response = await send(site, action);
      expect(response.status).toBe(status);
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(startOf(response.body.toString()).submission).toEqual({ form, accepted: false, values: VALUES });
    },
  );

  test('sent again after its response was cut bears the same key; another one bears another', async () => {
    const site = await answering(201);
    for (const body of [BODY, BODY, `${BODY}2`]) await send(site, action, FORM, body);
    const [first, second, third] = site.api.received.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  test('refused for their number comes back without being rendered, to be sent again', async () => {
    const site = await startSite((_, response) =>
      response.writeHead(429, { 'retry-after': '17' }).end('{"title":"no"}'),
    );
    const { status, headers, body } = await send(site, action, FORM, `${BODY}&token=t.1&other=x`);
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([429, '17', 'no-store']);
    expect(site.renderer()?.render).not.toHaveBeenCalled();
    const html = body.toString();
    expect(html).toContain('<h1>Забагато спроб</h1>');
    expect(html).toContain(`<form action="${action}" method="post">`);
    const given = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(given)).toEqual({ ...VALUES, name: 'Ігор &amp; Ко', token: 't.1' });
    expect(html).toContain('<pre>Гукаю\nзвідси</pre>');
  });

  test('that no page can give back comes back in words, with what was typed and a button', async () => {
    const site = await answering(422);
    site.renderer()?.render.mockRejectedValueOnce(new Error('hangs'));
    const { status, headers, body } = await send(site, action);
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
    expect(body.toString()).toContain('<h1>Форму ще не надіслано</h1>');
    expect(body.toString()).toContain('<pre>Гукаю\nзвідси</pre>');
  });

  test('that cannot be stored comes back filled in', async () => {
    const site = await startSite(undefined, { apiOrigin: await unreachableOrigin() });
    const { status, body } = await send(site, action);
    expect(status).toBe(503);
    expect(startOf(body.toString()).submission).toEqual({ form, accepted: false, values: VALUES });
    expect(body.toString()).not.toMatch(/ECONN|127\.0\.0\.1|fetch failed/);
  });
});

test('what a visitor typed is on nobody else’s page', async () => {
  const site = await answering(422);
  await send(site, '/api/contact');
  expect((await site.ask('/')).body.toString()).not.toContain('Ігор');
});

test('hostile text stays text', async () => {
  const site = await answering(422);
  const hostile = '</script><script>alert(1)</script>';
  const { body } = await send(site, '/api/contact', FORM, new URLSearchParams({ name: hostile }).toString());
  expect(startOf(body.toString()).submission?.values).toEqual({ name: hostile });
  expect(body.toString()).not.toContain('<script>alert');
});

test('hostile text stays text in a form that was refused for their number, too', async () => {
  const site = await answering(429);
  const hostile = '"></textarea></pre><script>alert(1)</script>';
  const { body } = await send(site, '/api/contact', FORM, new URLSearchParams({ name: hostile }).toString());
  expect(body.toString()).not.toMatch(/<script|<\/textarea|=""/);
});

test.each([
  ['the same page and text', { token: 'a', name: 'x' }, { token: 'a', name: 'x' }, true],
  ['another page', { token: 'a', name: 'x' }, { token: 'b', name: 'x' }, false],
  ['other text', { token: 'a', name: 'x' }, { token: 'a', name: 'y' }, false],
  ['text in another field', { token: 'a', name: 'x' }, { token: 'a', city: 'x' }, false],
])('the key of a submission for %s', (_, one, other, same) => {
  expect(submissionKey('contact', one) === submissionKey('contact', other)).toBe(same);
  expect(submissionKey('contact', one)).not.toBe(submissionKey('application', one));
});

test('a page without a token names its submissions for a day', () => {
  const keyAt = (time: string) => submissionKey('contact', { name: 'x' }, new Date(time));
  expect(keyAt('2026-11-22T00:00:00Z')).toBe(keyAt('2026-11-22T23:59:59Z'));
  expect(keyAt('2026-11-22T00:00:00Z')).not.toBe(keyAt('2026-11-23T00:00:00Z'));
});

test('a type with a character set is a form too', async () => {
  const site = await answering(201);
  const headers = { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' };
  expect((await send(site, '/api/contact', headers)).status).toBe(303);
});

describe('what is no form', () => {
  test.each(FORMS.map(([form, action]) => [form, action]))(
    'at the %s form’s address goes to the API as it is',
    async (_, action = '') => {
      const site = await startSite((__, response) =>
        response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":1}'),
      );
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'k1' };
      const { status, body } = await send(site, action, headers, '{"name":"Ігор"}');
      expect([status, body.toString()]).toEqual([201, '{"id":1}']);
      expect(site.api.received).toEqual([expect.objectContaining({ url: action, body: '{"name":"Ігор"}' })]);
      expect(site.api.received[0]?.headers).toMatchObject(headers);
    },
  );

  test('but is too large is rejected before the API hears of it', async () => {
    const site = await answering(201);
    const { status } = await send(site, '/api/contact', FORM, `message=${'x'.repeat(64 * 1024)}`);
    expect(status).toBe(413);
    expect(site.api.received).toEqual([]);
  });

  test('but a form at another address of the API is none of the site’s', async () => {
    const site = await answering(404);
    expect((await send(site, '/api/services')).status).toBe(404);
    expect((await send(site, '/')).status).toBe(404);
  });
});

test.each([
  ['name=%D0%9B%D1%83%D0%BD%D0%B0+%2B+1', { name: 'Луна + 1' }],
  ['a=1&b=', { a: '1', b: '' }],
  ['message=1%0D%0A2%0D3%0A4', { message: '1\n2\n3\n4' }],
  ['', {}],
])('“%s” is read as a form', (body, values) => {
  expect(formValues(body)).toEqual(values);
});

test('a hostile name is a field like any other', () => {
  const values = formValues('__proto__=x&constructor=y');
  expect(Object.entries(values)).toEqual([
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ]);
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
});

test.each([
  ['sent=contact', 'contact'],
  ['utm=1&sent=application', 'application'],
])('“%s” says that the %s form was accepted', (query, form) => {
  expect(acceptedForm(new URLSearchParams(query))).toEqual({ form, accepted: true, values: {} });
});

test.each(['', 'sent=', 'sent=newsletter', 'sent=Contact', 'contact'])(
  '“%s” says nothing of a form',
  (query) => {
    expect(acceptedForm(new URLSearchParams(query))).toBeNull();
  },
);
