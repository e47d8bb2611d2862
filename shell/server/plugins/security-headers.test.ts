/** @jest-environment node */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach, expect, test } from '@jest/globals';
import { SCRIPT, startSite, type Site } from '../../testing/site';

const BY_TLS = { 'x-forwarded-proto': 'https' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

/** An API that stores what says so, and refuses the rest in each of its ways. */
function answerApi({ url = '', method }: IncomingMessage, response: ServerResponse): void {
  if (method === 'POST') response.statusCode = url.includes('contact') ? 201 : 422;
  else if (url.endsWith('/limited')) response.statusCode = 429;
  else if (url.endsWith('/nothing')) response.statusCode = 404;
  const type = response.statusCode < 400 ? 'application/json' : 'application/problem+json';
  // As the API itself protects what is asked of it directly.
  response.setHeader('X-Frame-Options', 'SAMEORIGIN').setHeader('X-DNS-Prefetch-Control', 'off');
  response.setHeader('Content-Type', type).end(url.endsWith('/blog') ? '[]' : '{}');
}

let site: Site;
beforeEach(async () => {
  site = await startSite(answerApi, { trustProxy: 'loopback', rendersPerMinute: 20 });
});

const ask: Site['ask'] = (target, options) =>
  site.ask(target, { ...options, headers: { ...BY_TLS, ...options?.headers } });

const post = (headers: Record<string, string>, body = 'name=x') => ({ method: 'POST', headers, body });

/** Every kind of response, by what it is. */
const KINDS: readonly (readonly [
  kind: string,
  status: number,
  target: string,
  options?: Parameters<Site['ask']>[1],
])[] = [
  ['the home page', 200, '/'],
  ['a post', 200, '/blog/1'],
  ['a page by HEAD', 200, '/', { method: 'HEAD' }],
  ['the page of unknown addresses', 404, '/nothing'],
  ['a form that another site sent', 403, '/api/contact', post({ ...FORM, 'sec-fetch-site': 'cross-site' })],
  ['a form that came back', 422, '/api/jobs/apply', post(FORM)],
  ['a failure in words', 413, '/api/contact', post(FORM, 'x'.repeat(70_000))],
  ['a script', 200, `/assets/${SCRIPT.name}`],
  ['a drawing', 200, '/favicon.svg'],
  ['a file that is not there', 404, '/assets/nothing.js'],
  ['the map of the site', 200, '/sitemap.xml'],
  ['the feed', 200, '/rss.xml'],
  ['words for robots', 200, '/robots.txt'],
  ['rules for prefetching', 200, '/speculation-rules.json'],
  ['the API', 200, '/api/blog'],
  ['a problem of the API', 404, '/api/nothing'],
  ['a limit of the API', 429, '/api/limited'],
  ['the releases', 200, '/-/releases'],
  ['the live set', 200, '/-/release-set'],
  ['a problem of the shell', 404, '/-/nothing'],
  ['a report', 204, '/-/policy-reports', post({ 'content-type': 'application/reports+json' }, '[]')],
  ['health', 200, '/healthz'],
];

/** Of every response by TLS. */
const ALWAYS = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};
const OF_PAGES = {
  ...ALWAYS,
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
  // Whole in app.test.ts.
  'content-security-policy': expect.stringMatching(/^default-src 'none';script-src 'self'(?!.*unsafe-)/),
};
const ELSEWHERE = { ...ALWAYS, 'content-security-policy': "default-src 'none';frame-ancestors 'none'" };
test.each(KINDS)('%s has the headers of its kind', async (...[, status, target, options]) => {
  const { headers, body, ...response } = await ask(target, options);
  expect(response.status).toBe(status);
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).not.toHaveProperty('access-control-allow-credentials');
  if (!String(headers['content-type']).startsWith('text/html')) {
    expect(headers).toMatchObject(ELSEWHERE);
    return;
  }
  expect(headers).toMatchObject(OF_PAGES);
  const scripts = body.toString().match(/<script[^>]* src=[^>]*>/g) ?? [];
  expect(scripts.filter((tag) => !/ src="\/[^/]/.test(tag) || !tag.includes(' integrity='))).toEqual([]);
});

test('without TLS nobody is told to insist on it, whatever the site is called', async () => {
  for (const target of ['/', '/favicon.svg', '/api/blog'])
    expect((await site.ask(target)).headers).not.toHaveProperty('strict-transport-security');
});

test('a visitor who claims TLS without a trusted proxy is not believed', async () => {
  const open = await startSite(answerApi);
  expect((await open.ask('/', { headers: BY_TLS })).headers).not.toHaveProperty('strict-transport-security');
});

test('a page that has not changed keeps its policy: a cache takes the headers of a 304', async () => {
  const first = await ask('/');
  const again = await ask('/', { headers: { 'if-none-match': String(first.headers.etag) } });
  expect(again.status).toBe(304);
  const POLICY = 'content-security-policy';
  expect(again.headers[POLICY]).toBe(first.headers[POLICY]);
});
