import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { SCRIPT, STARTER, startSite, type ServedSite } from '../../testing/site';
import { isForeign } from './security';

const BY_TLS = { 'x-forwarded-proto': 'https' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

/** An API that rejects forms and sets its own headers. */
function answerApi({ method }: IncomingMessage, response: ServerResponse): void {
  response.statusCode = method === 'POST' ? 422 : 200;
  response.setHeader('Content-Security-Policy', "default-src 'self'");
  response.setHeader('Content-Type', 'application/json').end('{}');
}

const startBehindProxy = (rendersPerMinute: number) =>
  startSite(answerApi, { trustProxy: 'loopback', rendersPerMinute });
let site: ServedSite;
beforeEach(async () => {
  site = await startBehindProxy(20);
});

const ask: ServedSite['ask'] = (target, options) =>
  site.ask(target, { ...options, headers: { ...BY_TLS, ...options?.headers } });

const post = (headers: Record<string, string>, body = 'name=x') => ({ method: 'POST', headers, body });

/** A target of each kind of response, and its status. */
const KINDS: readonly (readonly [
  status: number,
  target: string,
  options?: Parameters<ServedSite['ask']>[1],
])[] = [
  [200, '/'],
  [404, '/nothing'],
  [404, '/blog/%zz'],
  [403, '/api/contact', post({ ...FORM, 'sec-fetch-site': 'cross-site' })],
  [422, '/api/jobs/apply', post(FORM)],
  [413, '/api/contact', post(FORM, 'x'.repeat(70_000))],
  [200, `/assets/${SCRIPT.name}`],
  [404, '/assets/nothing.js'],
  [200, '/api/blog'],
  [200, '/-/releases'],
  [404, '/-/nothing'],
  [204, '/-/csp', post({ 'content-type': 'application/reports+json' }, '[]')],
  [200, '/healthz'],
];

/** Headers of every response over TLS. */
const ALWAYS = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};
const OF_PAGES = {
  ...ALWAYS,
  'origin-agent-cluster': '?1',
  'permissions-policy': expect.stringContaining('camera=(),'),
  'reporting-endpoints': 'csp="/-/csp"',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': expect.stringMatching(/^default-src 'none';script-src 'self'(?!.*unsafe-)/),
};
const ELSEWHERE = { ...ALWAYS, 'content-security-policy': "default-src 'none';frame-ancestors 'none'" };
test('every kind of response has its headers', async () => {
  for (const [expected, target, options] of KINDS) {
    const { status, headers, body } = await ask(target, options);
    const isPage = String(headers['content-type']).startsWith('text/html');
    expect({ target, status, ...headers }).toMatchObject({
      ...{ target, status: expected },
      ...(isPage ? OF_PAGES : ELSEWHERE),
    });
    expect(Object.keys(headers)).not.toContain('set-cookie');
    const scripts = isPage ? (body.toString().match(/<script[^>]* src=[^>]*>/g) ?? []) : [];
    expect(scripts.filter((tag) => !/ src="\/[^/]/.test(tag) || !tag.includes(' integrity='))).toEqual([]);
  }
});

test('HSTS is sent only over TLS; an untrusted client’s forwarded protocol is ignored', async () => {
  expect((await site.ask('/')).headers).not.toHaveProperty('strict-transport-security');
  const open = await startSite(answerApi);
  expect((await open.ask('/', { headers: BY_TLS })).headers).not.toHaveProperty('strict-transport-security');
});

test('a page’s policy allows the site’s files and the document’s own inline elements; a 304 repeats it', async () => {
  const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const { headers, body } = await site.ask('/');
  const style = /<style>(.*?)<\/style>/s.exec(body.toString())?.[1];
  const rules = /<script type="speculationrules">(.*?)<\/script>/s.exec(body.toString())?.[1];
  const policy = String(headers['content-security-policy']);
  expect(Object.fromEntries(policy.split(';').map((directive) => directive.split(/ (.*)/)))).toEqual({
    'default-src': "'none'",
    'script-src': `'self' ${hashOf(STARTER.text)} ${hashOf(rules)}`,
    'style-src': `'self' ${hashOf()} ${hashOf(style)}`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "default dompurify 'allow-duplicates'",
    'report-to': 'csp',
    'report-uri': '/-/csp',
  });
  const again = await site.ask('/', { headers: { 'if-none-match': String(headers.etag) } });
  // A cache uses the headers of the 304.
  expect([again.status, again.headers['content-security-policy']]).toEqual([304, policy]);
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

describe('a request from another site’s page', () => {
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };

  test.each([
    ['a native form', '/api/contact', FORM],
    ['a script’s submission', '/api/jobs/apply', { 'content-type': 'application/json' }],
    ['a report', '/-/reports', { 'content-type': 'text/plain' }],
  ])('for %s is rejected and does not reach the API', async (_, target, headers) => {
    const rejected = await ask(target, post({ ...foreign, ...headers }));
    expect([rejected.status, rejected.headers['cache-control']]).toEqual([403, 'no-store']);
    expect(site.api.received).toEqual([]);
  });

  test('that follows a link to a page is allowed', async () => {
    expect((await ask('/', { headers: foreign })).status).toBe(200);
  });
});

test('a visitor over the limit of renders still gets cached pages and may send forms; others are not affected', async () => {
  site = await startBehindProxy(2);
  const as = (address: string, options?: { readonly method: string; readonly headers: object }) => ({
    ...options,
    headers: { ...options?.headers, 'x-forwarded-for': address },
  });
  const mine = as('192.0.2.1');
  for (const target of ['/', '/blog/1']) expect((await ask(target, mine)).status).toBe(200);
  const form = as('192.0.2.1', post(FORM, 'name=%D0%86%D0%B3%D0%BE%D1%80'));
  const rejected = [await ask('/blog/2', mine), await ask('/api/contact', form)];
  for (const { status, headers } of rejected) {
    expect([status, headers['cache-control']]).toEqual([429, 'no-store']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  const [page, returned] = rejected.map(({ body }) => body.toString());
  expect(page).toContain('<h1>Забагато спроб поспіль</h1>');
  expect(returned).toContain('Ігор');
  expect(site.renderer()?.render).toHaveBeenCalledTimes(2);
  expect((await ask('/blog/1', mine)).status).toBe(200);
  expect((await ask('/blog/2', as('192.0.2.2'))).status).toBe(200);
});

test('a returned form counts as a rendered page', async () => {
  site = await startBehindProxy(2);
  for (const status of [422, 422, 429]) expect((await ask('/api/contact', post(FORM))).status).toBe(status);
});
