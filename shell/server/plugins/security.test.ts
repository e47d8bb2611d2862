/** @jest-environment node */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { SCRIPT, STARTER, startSite, type ServedSite } from '../../testing/site';
import { isForeign } from './security';

const BY_TLS = { 'x-forwarded-proto': 'https' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

/** An API that rejects forms, and has headers of its own. */
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

/** Every kind of response, by name. */
const KINDS: readonly (readonly [
  kind: string,
  status: number,
  target: string,
  options?: Parameters<ServedSite['ask']>[1],
])[] = [
  ['the home page', 200, '/'],
  ['the page of unknown addresses', 404, '/nothing'],
  ['an address that cannot be decoded', 404, '/blog/%zz'],
  ['a form that another site sent', 403, '/api/contact', post({ ...FORM, 'sec-fetch-site': 'cross-site' })],
  ['a form that came back', 422, '/api/jobs/apply', post(FORM)],
  ['a failure in words', 413, '/api/contact', post(FORM, 'x'.repeat(70_000))],
  ['a script', 200, `/assets/${SCRIPT.name}`],
  ['a file that is not there', 404, '/assets/nothing.js'],
  ['the API', 200, '/api/blog'],
  ['the releases', 200, '/-/releases'],
  ['a problem of the shell', 404, '/-/nothing'],
  ['a report', 204, '/-/csp', post({ 'content-type': 'application/reports+json' }, '[]')],
  ['health', 200, '/healthz'],
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
  for (const [kind, status, target, options] of KINDS) {
    const { headers, body, ...response } = await ask(target, options);
    expect([kind, response.status]).toEqual([kind, status]);
    expect(Object.keys(headers)).not.toContain('set-cookie');
    if (!String(headers['content-type']).startsWith('text/html')) {
      expect({ kind, ...headers }).toMatchObject({ kind, ...ELSEWHERE });
      continue;
    }
    expect({ kind, ...headers }).toMatchObject({ kind, ...OF_PAGES });
    const scripts = body.toString().match(/<script[^>]* src=[^>]*>/g) ?? [];
    expect(scripts.filter((tag) => !/ src="\/[^/]/.test(tag) || !tag.includes(' integrity='))).toEqual([]);
  }
});

test('HSTS is sent only over TLS, and not for a claim without a trusted proxy', async () => {
  expect((await site.ask('/')).headers).not.toHaveProperty('strict-transport-security');
  const open = await startSite(answerApi);
  expect((await open.ask('/', { headers: BY_TLS })).headers).not.toHaveProperty('strict-transport-security');
});

test('a 304 repeats the page’s policy: a cache uses its headers', async () => {
  const first = await ask('/');
  const again = await ask('/', { headers: { 'if-none-match': String(first.headers.etag) } });
  expect(again.status).toBe(304);
  const POLICY = 'content-security-policy';
  expect(again.headers[POLICY]).toBe(first.headers[POLICY]);
});

test('a page’s policy allows the site’s own files and, inline, only its style element, the starter and the prefetch rules', async () => {
  const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const { headers, body } = await site.ask('/');
  const style = /<style>(.*?)<\/style>/s.exec(body.toString())?.[1];
  const rules = /<script type="speculationrules">(.*?)<\/script>/s.exec(body.toString())?.[1];
  const policy = String(headers['content-security-policy']).split(';');
  expect(Object.fromEntries(policy.map((directive) => directive.split(/ (.*)/)))).toEqual({
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
});

const SITE = 'https://vidlunnia.example';

test.each([
  ['nothing, as from no browser', {}, false],
  ['the same origin', { 'sec-fetch-site': 'same-origin', origin: SITE }, false],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: SITE }, true],
  ['another host of the site', { 'sec-fetch-site': 'same-site', origin: SITE }, true],
  ['the site’s origin alone', { origin: SITE }, false],
  ['the host that was asked', { origin: 'http://localhost:3000', host: 'localhost:3000' }, false],
  ['another port', { origin: 'http://localhost:8000', host: 'localhost:3000' }, true],
  ['an origin that is kept secret', { origin: 'null', host: 'vidlunnia.example' }, true],
  ['an origin that is none', { origin: '%', host: 'vidlunnia.example' }, true],
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

  test('for a page, by a link, is allowed', async () => {
    expect((await ask('/', { headers: foreign })).status).toBe(200);
  });
});

describe('a visitor over the limit of renders', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const isRejected = ({ status, headers }: Awaited<ReturnType<typeof ask>>) => {
    expect([status, headers['cache-control']]).toEqual([429, 'no-store']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(site.renderer()?.render).toHaveBeenCalledTimes(2);
  };
  beforeEach(async () => {
    site = await startBehindProxy(2);
  });

  test('gets only cached pages; others are not affected', async () => {
    const ofPage = (target: string, address: string) => ask(target, { headers: from(address) });
    for (const target of ['/', '/blog/1']) expect((await ofPage(target, '192.0.2.1')).status).toBe(200);
    const rejected = await ofPage('/blog/2', '192.0.2.1');
    isRejected(rejected);
    expect(rejected.body.toString()).toContain('<h1>Забагато спроб поспіль</h1>');
    expect((await ofPage('/blog/1', '192.0.2.1')).status).toBe(200);
    expect((await ofPage('/blog/2', '192.0.2.2')).status).toBe(200);
  });

  test('gets a rejected form back without rendering', async () => {
    const form = post({ ...FORM, ...from('192.0.2.1') }, 'name=%D0%86%D0%B3%D0%BE%D1%80');
    for (const _ of [1, 2]) expect((await ask('/api/contact', form)).status).toBe(422);
    const rejected = await ask('/api/contact', form);
    isRejected(rejected);
    expect(rejected.body.toString()).toContain('Ігор');
  });
});
