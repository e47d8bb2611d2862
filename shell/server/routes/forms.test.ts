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

type Headers = Readonly<Record<string, string>>;

const answering = (status: number, body: object = { id: 1 }) =>
  startSite((_, response) => response.writeHead(status, { 'retry-after': '17' }).end(JSON.stringify(body)));
const send = (site: ServedSite, target = CONTACT, headers: Headers = FORM, body = BODY) =>
  site.ask(target, { method: 'POST', headers, body });
const submissionIn = (html: string) =>
  (JSON.parse(/id="page-start">(.*?)<\/script>/.exec(html)?.[1] ?? 'null') as PageStart | null)?.submission;

describe('a form without a script', () => {
  test.each([
    [CONTACT, '/?sent=contact#contact-form'],
    ['/api/jobs/apply', '/?sent=application#application-form'],
  ])(
    'at %s is stored as by the browser’s script, and redirects to a page that is safe to reload',
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

  test('is returned with its values, only to its visitor, when the API rejects it', async () => {
    const site = await answering(422);
    const { status, headers, body } = await send(site, CONTACT, { ...FORM, 'accept-encoding': 'br' });
    expect([status, headers['cache-control'], headers.vary]).toEqual([422, 'no-store', 'accept-encoding']);
    const submission = { form: 'contact', accepted: false, values: VALUES, errors: [] };
    expect(submissionIn(brotliDecompressSync(body).toString())).toEqual(submission);
    expect((await site.ask('/')).body.toString()).not.toContain('Ігор');
  });

  test('is returned with the names of exactly the fields that the API rejects', async () => {
    const errors = ['phone', 'token', 'name'].map((field) => ({ field, message: 'is required' }));
    const site = await answering(422, { type: 'about:blank', title: 'Rejected', status: 422, errors });
    expect(submissionIn((await send(site)).body.toString())?.errors).toEqual(['name', 'phone']);
  });

  test('is returned with its values when the API is down or dies during its response', async () => {
    const down = await startSite(undefined, { apiOrigin: await unreachableOrigin() });
    const dying = await startSite((_, response) => {
      response.writeHead(201, { 'content-length': '10' }).write('{', () => response.destroy());
    });
    for (const site of [down, dying]) {
      const { status, body } = await send(site);
      expect([status, submissionIn(body.toString())?.values]).toEqual([503, VALUES]);
      expect(body.toString()).not.toMatch(/ECONN|127\.0\.0\.1|fetch failed/);
    }
  });

  const preview = (token: string): Headers => ({ ...FORM, cookie: `preview=${token}` });
  const [NOT_SENT, OVER] = ['Форму ще не надіслано', 'Показ уже не діє'];
  test.each<[string, number, number, string, Headers, (site: ServedSite) => Headers]>([
    ['over the limit', 429, 429, 'Забагато спроб', { 'retry-after': '17' }, () => FORM],
    [
      'that cannot be rendered',
      ...([422, 503, NOT_SENT, { 'retry-after': '5' }] as const),
      (site) => {
        site.renderer()?.render.mockRejectedValueOnce(new Error('hangs'));
        return FORM;
      },
    ],
    ['from a preview that has ended', 201, 403, OVER, {}, () => preview('ended')],
    [
      'from a preview that cannot be shown',
      422,
      409,
      NOT_SENT,
      {},
      (site) => preview(site.teams.blog.token()),
    ],
  ])(
    '%s is returned in a notice page, whose button sends it outside of previews',
    async (_, answer, expected, title, expectedHeaders, arrange) => {
      const site = await answering(answer);
      const hostile = '"></textarea></pre></script><script>alert(1)</script>';
      const more = `&token=t.1&other=x&city=${encodeURIComponent(hostile)}`;
      const { status, headers, body } = await send(site, CONTACT, arrange(site), BODY + more);
      expect(status).toBe(expected);
      expect(headers).toMatchObject({ ...expectedHeaders, 'cache-control': 'no-store' });
      const html = body.toString();
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toContain(`<form action="${CONTACT}" method="post">`);
      expect(html).toContain('<textarea name="name">\nІгор &amp; Ко</textarea>');
      expect(html).toContain('<textarea name="message">\nГукаю\nзвідси</textarea>');
      expect(html).toContain('<input type="hidden" name="token" value="t.1">');
      expect(html).not.toMatch(/other|<script>alert|"><\/textarea/);
    },
  );

  test('is not rendered over the limit, and not stored after its preview ended; that preview’s cookie goes', async () => {
    const site = await answering(429);
    await send(site);
    expect(site.renderer()?.render).not.toHaveBeenCalled();
    const { headers } = await send(site, CONTACT, preview('ended'));
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^preview=; .*Max-Age=0$/)]);
    expect(site.api.received).toHaveLength(1);
  });
});

test('a form that is too large, or sent to another address, is not stored', async () => {
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
