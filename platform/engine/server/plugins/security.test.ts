import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { startBakery, type ServedBakery } from '../../testing/bakery/start';
import { SCRIPT, STARTER } from '../../testing/site';
import { SITE_URL } from '../../testing/team-origin';
import { isForeign } from './security';

const HTML = { accept: 'text/html' };

let site: ServedBakery;
const startBehindProxy = async (rendersPerMinute = 20) => {
  site = await startBakery(undefined, { trustProxy: 'loopback', rendersPerMinute });
};

const ask: ServedBakery['ask'] = (target, options) =>
  site.ask(target, { ...options, headers: { 'x-forwarded-proto': 'https', ...options?.headers } });

const post = (headers: Record<string, string>, body = '') => ({ method: 'POST', headers, body });

const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
type Kind = readonly [status: number, target: string, options?: Parameters<ServedBakery['ask']>[1]];

const PAGES: readonly Kind[] = [
  [200, '/'],
  [200, '/', { headers: foreign }],
  [404, '/nothing'],
  [404, '/-/nothing'],
  [404, '/', post(HTML)],
  [404, '//evil.example/'],
  // Invalid percent-encoding.
  [404, '/%'],
  [404, '/news/%E0%A4%A?x'],
  [403, '/api/order', post({ ...HTML, ...foreign })],
  [422, '/order', post(HTML)],
];
const OTHERS: readonly Kind[] = [
  [200, `/assets/${SCRIPT.name}`],
  [404, '/assets/nothing.js'],
  [200, '/api/order'],
  [403, '/api/order', post(foreign)],
  [200, '/-/releases'],
  [204, '/-/csp', post({ 'content-type': 'application/csp-report' }, '{}')],
  [403, '/-/reports', post({ 'content-type': 'text/plain', ...foreign })],
  [200, '/healthz'],
  [200, '/readyz'],
];

/** Headers of every response over TLS. */
const ALWAYS = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};
const OF_PAGES = {
  'content-type': 'text/html; charset=utf-8',
  'permissions-policy': expect.stringContaining('camera=(),'),
  'content-security-policy': expect.stringMatching(/^default-src 'none';script-src 'self'(?!.*unsafe-)/),
};
const OF_OTHERS = { 'content-security-policy': "default-src 'none';frame-ancestors 'none'" };

test('every kind of response has its headers; what another site’s page sends is refused', async () => {
  await startBehindProxy();
  const kinds = [
    ...PAGES.map((kind) => [OF_PAGES, ...kind] as const),
    ...OTHERS.map((kind) => [OF_OTHERS, ...kind] as const),
  ];
  for (const [own, expected, target, options] of kinds) {
    const { status, headers } = await ask(target, options);
    expect({ target, status, ...headers }).toMatchObject({ target, status: expected, ...ALWAYS, ...own });
    expect(headers).not.toHaveProperty('set-cookie');
  }
});

test('HSTS is sent only over TLS; an untrusted client’s forwarded protocol is ignored', async () => {
  site = await startBakery();
  expect((await ask('/')).headers).not.toHaveProperty('strict-transport-security');
});

test('a page’s policy allows the site’s files and the document’s own inline elements', async () => {
  await startBehindProxy();
  const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const { headers, body } = await site.ask('/');
  const style = /<style>(.*?)<\/style>/s.exec(body.toString())?.[1];
  const rules = /<script type="speculationrules">(.*?)<\/script>/s.exec(body.toString())?.[1];
  expect(String(headers['content-security-policy']).split(';')).toEqual([
    "default-src 'none'",
    `script-src 'self' ${hashOf(STARTER.text)} ${hashOf(rules)}`,
    `style-src 'self' 'sha256-own' ${hashOf(style)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default sanitiser 'allow-duplicates'",
    'report-uri /-/csp',
  ]);
});

test.each([
  ['nothing, like a client other than a browser', {}, false],
  ['the same origin', { 'sec-fetch-site': 'same-origin', origin: SITE_URL }, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: SITE_URL }, true],
  ['another host of the site', { 'sec-fetch-site': 'same-site', origin: SITE_URL }, true],
  ['the site’s origin alone', { origin: SITE_URL }, false],
  ['the requested host', { origin: 'http://localhost:3000', host: 'localhost:3000' }, false],
  ['another port', { origin: 'http://localhost:8000', host: 'localhost:3000' }, true],
  ['an opaque origin', { origin: 'null', host: 'site.example' }, true],
  ['an invalid origin', { origin: '%', host: 'site.example' }, true],
])('a request whose headers name %s: foreign is %s', (_, headers, foreign) => {
  expect(isForeign(headers, SITE_URL)).toBe(foreign);
});

test('over the render limit, a visitor gets cached pages; returned input counts; other visitors are not affected', async () => {
  await startBehindProxy(2);
  const from = (address: string) => ({ headers: { 'x-forwarded-for': `192.0.2.${address}` } });
  const statusOf = async (target: string, options: object) => (await ask(target, options)).status;
  for (const target of ['/', '/news/1']) expect(await statusOf(target, from('1'))).toBe(200);
  const { status, headers, body } = await ask('/news/2', from('1'));
  expect([status, headers['cache-control']]).toEqual([429, 'no-store']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(body.toString()).toContain('<h1>Status 429</h1>');
  expect(site.renderer()?.render).toHaveBeenCalledTimes(2);
  expect(await statusOf('/news/1', from('1'))).toBe(200);
  expect(await statusOf('/news/2', from('2'))).toBe(200);
  const order = { method: 'POST', ...from('3') };
  for (const expected of [422, 422, 429]) expect(await statusOf('/order', order)).toBe(expected);
});
