import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { SCRIPT, STARTER, startSite, type ServedSite } from '../../testing/site';
import { isForeign } from './security';

const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

let site: ServedSite;
/** The API rejects forms and sets its own headers. */
const startBehindProxy = async (rendersPerMinute = 20) => {
  const policy = { 'Content-Security-Policy': "default-src 'self'" };
  site = await startSite(
    ({ method }, response) => response.writeHead(method === 'POST' ? 422 : 200, policy).end('{}'),
    { trustProxy: 'loopback', rendersPerMinute },
  );
};

const ask: ServedSite['ask'] = (target, options) =>
  site.ask(target, { ...options, headers: { 'x-forwarded-proto': 'https', ...options?.headers } });

const post = (headers: Record<string, string>, body = 'name=x') => ({ method: 'POST', headers, body });

const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
type Kind = readonly [status: number, target: string, options?: Parameters<ServedSite['ask']>[1]];

const PAGES: readonly Kind[] = [
  [200, '/'],
  [200, '/', { headers: foreign }],
  [404, '/nothing'],
  [404, '/-/nothing'],
  [404, '/', post(FORM)],
  [404, '//evil.example/'],
  // Invalid percent-encoding.
  [404, '/%'],
  [404, '/blog/%E0%A4%A?x'],
  [403, '/api/contact', post({ ...FORM, ...foreign })],
  [422, '/api/jobs/apply', post(FORM)],
  [413, '/api/contact', post(FORM, 'x'.repeat(70_000))],
];
const OTHERS: readonly Kind[] = [
  [200, `/assets/${SCRIPT.name}`],
  [404, '/assets/nothing.js'],
  [200, '/api/blog'],
  [403, '/api/jobs/apply', post({ 'content-type': 'application/json', ...foreign })],
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
  'origin-agent-cluster': '?1',
  'permissions-policy': expect.stringContaining('camera=(),'),
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': expect.stringMatching(/^default-src 'none';script-src 'self'(?!.*unsafe-)/),
};
const OF_OTHERS = { 'content-security-policy': "default-src 'none';frame-ancestors 'none'" };

test('every kind of response has its headers; what another site’s page sends does not reach the API', async () => {
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
  expect(site.api.received.map(({ url }) => url)).toEqual(['/api/jobs/apply', '/api/blog']);
});

test('HSTS is sent only over TLS; an untrusted client’s forwarded protocol is ignored', async () => {
  site = await startSite();
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
    `style-src 'self' ${hashOf()} ${hashOf(style)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default dompurify 'allow-duplicates'",
    'report-uri /-/csp',
  ]);
});

const SITE = 'https://vidlunnia.example';

test.each([
  ['nothing, like a client other than a browser', {}, false],
  ['the same origin', { 'sec-fetch-site': 'same-origin', origin: SITE }, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: SITE }, true],
  ['another host of the site', { 'sec-fetch-site': 'same-site', origin: SITE }, true],
  ['the site’s origin alone', { origin: SITE }, false],
  ['the requested host', { origin: 'http://localhost:3000', host: 'localhost:3000' }, false],
  ['another port', { origin: 'http://localhost:8000', host: 'localhost:3000' }, true],
  ['an opaque origin', { origin: 'null', host: 'vidlunnia.example' }, true],
  ['an invalid origin', { origin: '%', host: 'vidlunnia.example' }, true],
])('a request whose headers name %s: foreign is %s', (_, headers, foreign) => {
  expect(isForeign(headers, SITE)).toBe(foreign);
});

test('over the render limit, a visitor gets cached pages and keeps a form’s input; rejected forms count; other visitors are not affected', async () => {
  await startBehindProxy(2);
  const mine = { 'x-forwarded-for': '192.0.2.1' };
  const open = async (target: string, headers = mine) => ask(target, { headers });
  for (const target of ['/', '/blog/1']) expect((await open(target)).status).toBe(200);
  const form = post({ ...FORM, ...mine }, 'name=%D0%86%D0%B3%D0%BE%D1%80');
  const rejected = [await open('/blog/2'), await ask('/api/contact', form)];
  for (const { status, headers } of rejected) {
    expect([status, headers['cache-control']]).toEqual([429, 'no-store']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  const [page, returned] = rejected.map(({ body }) => body.toString());
  expect(page).toContain('<h1>Забагато спроб поспіль</h1>');
  expect(returned).toContain('Ігор');
  expect(site.renderer()?.render).toHaveBeenCalledTimes(2);
  expect((await open('/blog/1')).status).toBe(200);
  expect((await open('/blog/2', { 'x-forwarded-for': '192.0.2.2' })).status).toBe(200);
  const rejectedForm = post({ ...FORM, 'x-forwarded-for': '192.0.2.3' });
  for (const status of [422, 422, 429]) expect((await ask('/api/contact', rejectedForm)).status).toBe(status);
});
