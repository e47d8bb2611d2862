/** @jest-environment node */
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { unreachableOrigin } from '@vidlunnia/http/testing';
import type { PageStart } from '../../src/pages/rendered-page';
import { startSite, type ServedSite } from '../../testing/site';
import { formValues, submissionKey } from './forms';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const CONTACT = '/api/contact';
const VALUES = { name: 'Ігор & Ко', message: 'Гукаю\nзвідси', company: '' };
const BODY =
  'name=%D0%86%D0%B3%D0%BE%D1%80+%26+%D0%9A%D0%BE&message=%D0%93%D1%83%D0%BA%D0%B0%D1%8E%0D%0A%D0%B7%D0%B2%D1%96%D0%B4%D1%81%D0%B8&company=';

const answering = (status: number) =>
  startSite((_, response) => response.writeHead(status, { 'retry-after': '17' }).end('{"id":1}'));
const send = (
  site: ServedSite,
  target = CONTACT,
  headers: Readonly<Record<string, string>> = FORM,
  body = BODY,
) => site.ask(target, { method: 'POST', headers, body });
const submissionIn = (html: string) =>
  (JSON.parse(/id="page-start">(.*?)<\/script>/.exec(html)?.[1] ?? 'null') as PageStart | null)?.submission;

describe('a form without a script', () => {
  test.each([
    [CONTACT, '/?sent=contact#contact-form'],
    ['/api/jobs/apply', '/?sent=application#application-form'],
  ])(
    'at %s is stored as by the browser’s script, and leads to a page that may be opened again',
    async (action, next) => {
      const site = await answering(201);
      const type = 'Application/X-WWW-Form-Urlencoded; charset=UTF-8';
      const { status, headers } = await send(site, action, { 'content-type': type, 'x-request-id': 'r1' });
      expect([status, headers.location]).toEqual([303, next]);
      const [received] = site.api.received;
      expect(received).toMatchObject({ method: 'POST', url: action });
      expect(received?.headers).toMatchObject({
        'content-type': 'application/json',
        'x-forwarded-for': '127.0.0.1',
        'x-request-id': 'r1',
      });
      expect(JSON.parse(received?.body ?? '')).toEqual(VALUES);
    },
  );

  test('that the API rejects is returned with its values, only to its visitor', async () => {
    const site = await answering(422);
    const { status, headers, body } = await send(site, CONTACT, { ...FORM, 'accept-encoding': 'br' });
    expect([status, headers['cache-control'], headers.vary]).toEqual([422, 'no-store', 'accept-encoding']);
    expect(submissionIn(brotliDecompressSync(body).toString())).toEqual({
      form: 'contact',
      accepted: false,
      values: VALUES,
      errors: [],
    });
    expect((await site.ask('/')).body.toString()).not.toContain('Ігор');
  });

  test('whose fields the API rejects is returned with their names, and no others', async () => {
    const fields = ['phone', 'token', 'name'].map((field) => ({ field, message: 'is required' }));
    const problem = { type: 'about:blank', title: 'Rejected', status: 422, errors: fields };
    const site = await startSite((_, response) => response.writeHead(422).end(JSON.stringify(problem)));
    expect(submissionIn((await send(site)).body.toString())?.errors).toEqual(['name', 'phone']);
  });

  test('whose API dies in the middle of its response is returned with its values', async () => {
    const site = await startSite((_, response) => {
      response.writeHead(201, { 'content-length': '10' }).write('{', () => response.destroy());
    });
    const { status, body } = await send(site);
    expect([status, submissionIn(body.toString())?.values]).toEqual([503, VALUES]);
  });

  test('that cannot be stored is returned with its values', async () => {
    const site = await startSite(undefined, { apiOrigin: await unreachableOrigin() });
    const { status, body } = await send(site);
    expect([status, submissionIn(body.toString())?.values]).toEqual([503, VALUES]);
    expect(body.toString()).not.toMatch(/ECONN|127\.0\.0\.1|fetch failed/);
  });

  test('over the limit is returned in a notice page without rendering, and can be sent again', async () => {
    const site = await answering(429);
    const { status, headers, body } = await send(site, CONTACT, FORM, `${BODY}&token=t.1&other=x`);
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([429, '17', 'no-store']);
    expect(site.renderer()?.render).not.toHaveBeenCalled();
    const html = body.toString();
    expect(html).toContain('<h1>Забагато спроб</h1>');
    expect(html).toContain(`<form action="${CONTACT}" method="post">`);
    expect(html).toContain('<textarea name="name">\nІгор &amp; Ко</textarea>');
    expect(html).toContain('<textarea name="message">\nГукаю\nзвідси</textarea>');
    expect(html).toContain('<input type="hidden" name="token" value="t.1">');
    expect(html).not.toContain('other');
  });

  test('that cannot be rendered is returned in a notice page, with its values and a button', async () => {
    const site = await answering(422);
    site.renderer()?.render.mockRejectedValueOnce(new Error('hangs'));
    const { status, headers, body } = await send(site);
    expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store']);
    expect(body.toString()).toMatch(/<h1>Форму ще не надіслано<\/h1>[^]*Гукаю\nзвідси<\/textarea>/);
  });

  test('from a preview that has ended is not stored, but returned in a notice page; its button sends it outside', async () => {
    const site = await answering(201);
    const { status, headers, body } = await send(site, CONTACT, { ...FORM, cookie: 'preview=ended' });
    expect([status, site.api.received.length, headers['cache-control']]).toEqual([403, 0, 'no-store']);
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^preview=; .*Max-Age=0$/)]);
    expect(body.toString()).toMatch(/<h1>Показ уже не діє<\/h1>[^]*Гукаю\nзвідси<\/textarea>/);
  });

  test('whose preview cannot be shown is returned in a notice page', async () => {
    const site = await answering(422);
    const cookie = `preview=${site.teams.blog.token()}`;
    const { status, body } = await send(site, CONTACT, { ...FORM, cookie });
    expect(status).toBe(409);
    expect(body.toString()).toMatch(/<h1>Форму ще не надіслано<\/h1>[^]*Гукаю\nзвідси<\/textarea>/);
  });

  test('with hostile text, returned in a notice page, stays text', async () => {
    const site = await answering(429);
    const name = '"></textarea></pre></script><script>alert(1)</script>';
    const { body } = await send(site, CONTACT, FORM, new URLSearchParams({ name }).toString());
    expect(body.toString()).not.toMatch(/<script>alert|"><\/textarea/);
  });
});

test('a form that is too large, or sent elsewhere, is not stored', async () => {
  const site = await answering(404);
  expect((await send(site, CONTACT, FORM, `message=${'x'.repeat(64 * 1024)}`)).status).toBe(413);
  expect(site.api.received).toEqual([]);
  expect((await send(site, '/api/services')).status).toBe(404);
  expect((await send(site, '/')).status).toBe(404);
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

test('without a token, the key of a submission is valid for a day', () => {
  const keyAt = (time: string) => submissionKey('contact', { name: 'x' }, new Date(time));
  expect(keyAt('2026-11-22T00:00:00Z')).toBe(keyAt('2026-11-22T23:59:59Z'));
  expect(keyAt('2026-11-22T00:00:00Z')).not.toBe(keyAt('2026-11-23T00:00:00Z'));
});

test.each([
  ['name=%D0%9B%D1%83%D0%BD%D0%B0+%2B+1', ['name', 'Луна + 1']],
  ['message=1%0D%0A2%0D3%0A4', ['message', '1\n2\n3\n4']],
  ['__proto__=x', ['__proto__', 'x']],
])('“%s” is read as a form', (body, entry) => {
  const values = formValues(body);
  expect(Object.entries(values)).toEqual([entry]);
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype);
});
