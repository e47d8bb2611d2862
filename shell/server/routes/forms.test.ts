import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { FormName } from '@vidlunnia/contracts';
import { unreachableOrigin } from '@vidlunnia/settings/testing/local-server';
import type { PageInput } from '../../src/islands/props';
import { startSite, type ServedSite } from '../../testing/site';
import { formValues, submissionKey } from './forms';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const CONTACT = '/api/contact';
const VALUES = { name: 'Ігор & Ко', message: 'Гукаю\nзвідси', company: '' };
const BODY = new URLSearchParams({ ...VALUES, message: 'Гукаю\r\nзвідси' }).toString();

type Headers = Readonly<Record<string, string>>;

const answering = (status: number, body: object = { id: 1 }, changes: Parameters<typeof startSite>[1] = {}) =>
  startSite(
    (_, response) => response.writeHead(status, { 'retry-after': '17' }).end(JSON.stringify(body)),
    changes,
  );
const send = (site: ServedSite, target = CONTACT, headers: Headers = FORM, body = BODY) =>
  site.ask(target, { method: 'POST', headers, body });
const submissionIn = (html: string) => {
  const start = /id="page-start">(.*?)<\/script>/.exec(html)?.[1] ?? '{}';
  return (JSON.parse(start) as { readonly input?: PageInput }).input?.submission;
};

test.each([
  [CONTACT, '/?sent=contact#contact-form'],
  ['/api/jobs/apply', '/?sent=application#application-form'],
])(
  'a form without a script at %s is stored as by the browser’s script, and redirects to a page that is safe to reload',
  async (action, next) => {
    const site = await answering(201);
    const type = 'Application/X-WWW-Form-Urlencoded; charset=UTF-8';
    const { status, headers } = await send(site, action, { 'content-type': type, 'x-request-id': 'r1' });
    expect([status, headers.location]).toEqual([303, next]);
    const sent = { 'content-type': 'application/json', 'idempotency-key': expect.any(String) };
    const ofVisitor = { 'x-forwarded-for': '127.0.0.1', 'x-request-id': 'r1' };
    const [received] = site.api.received;
    expect(received).toMatchObject({ method: 'POST', url: action, headers: { ...sent, ...ofVisitor } });
    expect(JSON.parse(received?.body ?? '')).toEqual(VALUES);
  },
);

test('a rejected form is returned with its values and the names of the rejected fields, only to its visitor', async () => {
  const errors = ['phone', 'token', 'name'].map((field) => ({ field, message: 'is required' }));
  const site = await answering(422, { type: 'about:blank', title: 'Rejected', status: 422, errors });
  const { status, headers, body } = await send(site, CONTACT, { ...FORM, 'accept-encoding': 'br' });
  expect([status, headers['cache-control'], headers.vary]).toEqual([422, 'no-store', 'accept-encoding']);
  const submission = { form: 'contact', accepted: false, values: VALUES, errors: ['name', 'phone'] };
  expect(submissionIn(brotliDecompressSync(body).toString())).toEqual(submission);
  expect((await site.ask('/')).body.toString()).not.toContain('Ігор');
});

test('a form is returned with its values when the API is down or dies during its response', async () => {
  const down = await startSite(undefined, { apiOrigin: unreachableOrigin });
  const dying = await startSite((_, response) => {
    response.writeHead(201, { 'content-length': '10' }).write('{', () => response.destroy());
  });
  for (const site of [down, dying]) {
    const { status, body } = await send(site);
    expect([status, submissionIn(body.toString())?.values]).toEqual([503, VALUES]);
    expect(body.toString()).not.toMatch(/ECONN|127\.0\.0\.1|fetch failed/);
  }
});

const failing = (site: ServedSite) => {
  site.renderer()?.render.mockRejectedValueOnce(new Error('hangs'));
  return FORM;
};
const inPreview = (token: string): Headers => ({ ...FORM, cookie: `preview=${token}` });
const NOT_SENT = 'Форму ще не надіслано';
const COOKIE_ENDS = { 'set-cookie': [expect.stringMatching(/^preview=; .*Max-Age=0$/)] };
test.each<[string, number, number, string, object, number, number, (site: ServedSite) => Headers]>([
  ['over the limit', 429, 429, 'Забагато спроб', { 'retry-after': '17' }, 1, 0, () => FORM],
  ['that cannot be rendered', 422, 503, NOT_SENT, { 'retry-after': '5' }, 1, 1, failing],
  ['from an ended preview', 201, 403, 'Показ уже не діє', COOKIE_ENDS, 0, 0, () => inPreview('ended')],
  ['from a broken preview', 422, 409, NOT_SENT, {}, 1, 0, ({ teams }) => inPreview(teams.blog.token())],
])(
  'a form %s is returned in a notice page, whose button sends it outside of previews',
  async (_, answer, expected, title, expectedHeaders, stored, rendered, arrange) => {
    const site = await answering(answer);
    const hostile = '"></textarea></pre></script><script>alert(1)</script>';
    const more = `&token=t.1&other=x&city=${encodeURIComponent(hostile)}`;
    const { status, headers, body } = await send(site, CONTACT, arrange(site), BODY + more);
    expect([status, site.api.received.length]).toEqual([expected, stored]);
    expect(site.renderer()?.render).toHaveBeenCalledTimes(rendered);
    expect(headers).toMatchObject({ ...expectedHeaders, 'cache-control': 'no-store' });
    for (const part of [
      `<h1>${title}</h1>`,
      `<form action="${CONTACT}" method="post">`,
      '<textarea name="name">\nІгор &amp; Ко</textarea>',
      '<textarea name="message">\nГукаю\nзвідси</textarea>',
      '<input type="hidden" name="token" value="t.1">',
    ])
      expect(body.toString()).toContain(part);
    expect(body.toString()).not.toMatch(/other|<script>alert|"><\/textarea/);
  },
);

test('a rejected form is a rendering: over its limit, the input is returned in a notice page', async () => {
  const site = await answering(422, {}, { rendersPerMinute: 1 });
  expect((await send(site)).status).toBe(422);
  const { status, body } = await send(site);
  expect(status).toBe(429);
  expect(body.toString()).toMatch(/<h1>Забагато спроб<\/h1>[^]*Ігор/);
});

test('a form without a script in a preview is stored as a trial', async () => {
  const site = await answering(201);
  const token = site.teams.blog.token();
  await send(site, CONTACT, inPreview(token));
  expect(site.api.received[0]?.headers).toMatchObject({ 'x-trial-until': token.split('.')[2] });
});

test('the key of a submission depends on form, page, fields and text, and without a token on the day', () => {
  const keyOf = (values: Headers, time = '2026-11-22T00:00:00Z', form: FormName = 'contact') =>
    submissionKey(form, values, new Date(time));
  const values = { token: 'a', name: 'x' };
  const others = [
    { ...values, token: 'b' },
    { ...values, name: 'y' },
    { token: 'a', city: 'x' },
    { name: 'x' },
  ];
  const keys = [...[values, ...others].map((each) => keyOf(each)), keyOf(values, undefined, 'application')];
  expect(new Set(keys).size).toBe(keys.length);
  expect(keyOf(values, '2026-11-23T00:00:00Z')).toBe(keyOf(values));
  expect(keyOf({ name: 'x' }, '2026-11-22T23:59:59Z')).toBe(keyOf({ name: 'x' }));
  expect(keyOf({ name: 'x' }, '2026-11-23T00:00:00Z')).not.toBe(keyOf({ name: 'x' }));
});

test('the values of a form have single line breaks and any name', () => {
  const values = formValues('message=1%0D%0A2%0D3%0A4&__proto__=x');
  expect(Object.entries(values)).toEqual([
    ['message', '1\n2\n3\n4'],
    ['__proto__', 'x'],
  ]);
});
