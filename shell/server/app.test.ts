/** @jest-environment node */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { unreachableOrigin } from '@vidlunnia/http/testing';
import { forEachRemote, remotes } from '@vidlunnia/remote-kit/environment/topology';
import { HEADS, HOME_HEAD, NOT_FOUND_HEAD, POST_HEAD } from '../src/pages/page-heads';
import type { Environment } from './environment';
import { SCRIPT, STARTER, startSite, type Site } from '../testing/site';

let site: Site;
beforeEach(async () => {
  site = await startSite();
});

/** Teams whose origins nobody can reach. */
async function unreachableTeams(): Promise<Environment['teams']> {
  const origin = await unreachableOrigin();
  return forEachRemote((name) => ({ remote: remotes[name], origin, publicKeys: [] }));
}

const htmlAt = async (target: string) => {
  const { status, headers, body } = await site.ask(target);
  return { status, headers, html: body.toString() };
};
const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

describe('a page', () => {
  test.each([
    ['/', 200, HOME_HEAD],
    ['/?utm_source=mail', 200, HOME_HEAD],
    ['/blog/1', 200, POST_HEAD],
    ['/blog/%D0%BB%D1%83%D0%BD%D0%B0', 200, POST_HEAD],
    ['/blog/1/', 200, POST_HEAD],
    ['/blog', 200, HEADS.archive],
    ['/blog/page/2', 200, HEADS.archive],
    ['/blog/page/1', 404, NOT_FOUND_HEAD],
    ['/privacy', 200, HEADS.privacy],
    ['/blog/1/2', 404, NOT_FOUND_HEAD],
    ['/nothing', 404, NOT_FOUND_HEAD],
    ['/index.html', 404, NOT_FOUND_HEAD],
    ['/assets', 404, NOT_FOUND_HEAD],
    ['//', 404, NOT_FOUND_HEAD],
    ['//evil.example/', 404, NOT_FOUND_HEAD],
    ['///', 404, NOT_FOUND_HEAD],
  ])('%s is answered %i', async (target, status, { title }) => {
    const page = await htmlAt(target);
    expect([page.status, titleOf(page.html)]).toEqual([status, title]);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('may be kept by browsers only if it is asked after, and names its release set', async () => {
    const { headers, html } = await htmlAt('/');
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=5, stale-while-revalidate=60');
    expect(html).toContain(`<meta name="release-set" content="${String(headers['x-release-set'])}">`);
  });

  test('is there without its body for HEAD', async () => {
    const options = { headers: { 'accept-encoding': 'gzip' } };
    const page = await site.ask('/', options);
    const { status, headers, body } = await site.ask('/', { ...options, method: 'HEAD' });
    expect([status, headers['content-type'], body.length]).toEqual([200, 'text/html; charset=utf-8', 0]);
    for (const name of ['content-length', 'content-encoding', 'cache-control', 'etag', 'vary'] as const)
      expect([name, headers[name]]).toEqual([name, page.headers[name]]);
  });

  test.each(['POST', 'PUT', 'DELETE'])('takes no %s', async (method) => {
    expect((await site.ask('/', { method })).status).toBe(404);
  });

  test.each(['/blog/%zz', '/%', '/blog/%E0%A4%A?x'])(
    'whose address cannot be decoded is none: %s',
    async (target) => {
      const { status, headers, body } = await site.ask(target);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(body.toString()).toContain(NOT_FOUND_HEAD.title);
    },
  );
});

describe('security headers', () => {
  const ALWAYS = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
  const POLICY = 'content-security-policy';
  const OF_PAGES = {
    'cross-origin-embedder-policy': 'require-corp',
    'permissions-policy': expect.stringContaining('camera=(),'),
    'reporting-endpoints': 'policy="/-/policy-reports"',
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-frame-options': 'DENY',
  };

  test.each(['/', '/blog/1', '/nothing', '/blog/%zz'])(
    'of the page %s are all that pages have',
    async (target) => {
      const { headers } = await site.ask(target);
      expect(headers).toMatchObject({ ...ALWAYS, ...OF_PAGES });
      expect(headers[POLICY]).toContain("script-src 'self'");
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers).not.toHaveProperty('strict-transport-security');
    },
  );

  test.each([
    '/healthz',
    '/favicon.svg',
    '/-/release-set',
    `/assets/${SCRIPT.name}`,
    '/assets/nothing.js',
    '/remotes/blog/aaaaaaaaaaaa/client/remoteEntry.js',
    '/remotes/blog/aaaaaaaaaaaa/client/nothing.js',
    '/api/x',
  ])('of %s allow nothing: whatever is no page may be opened by itself', async (target) => {
    const { headers } = await site.ask(target);
    expect(headers).toMatchObject({ ...ALWAYS, [POLICY]: "default-src 'none';frame-ancestors 'none'" });
    for (const name of Object.keys(OF_PAGES)) expect(headers).not.toHaveProperty(name);
  });

  test('of a page allow its own style element beside', async () => {
    const { headers, body } = await site.ask('/');
    const styles = [...body.toString().matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css);
    expect(styles).toHaveLength(1);
    for (const css of styles) {
      const hash = createHash('sha256').update(css).digest('base64');
      expect(headers['content-security-policy']).toContain(` 'sha256-${hash}'`);
    }
  });

  test('allow the site’s own files and, of inline code, the starter', async () => {
    const starter = createHash('sha256').update(STARTER.text).digest('base64');
    const policy = String((await site.ask('/')).headers['content-security-policy']);
    expect(Object.fromEntries(policy.split(';').map((directive) => directive.split(/ (.*)/)))).toEqual({
      'default-src': "'none'",
      'script-src': `'self' 'sha256-${starter}'`,
      'style-src': expect.stringMatching(
        /^'self' 'sha256-47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-[^ ]+'$/,
      ),
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
      'report-to': 'policy',
      'report-uri': '/-/policy-reports',
    });
  });
});

test('/healthz is ok and kept by nobody', async () => {
  const { status, headers, body } = await site.ask('/healthz');
  expect([status, headers['cache-control'], JSON.parse(body.toString())]).toEqual([
    200,
    'no-store',
    { status: 'ok' },
  ]);
});

test('/readyz is ok while pages can be rendered, and 503 while they cannot', async () => {
  const { status, headers } = await site.ask('/readyz');
  expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  const empty = await startSite(undefined, { teams: await unreachableTeams() });
  expect((await empty.ask('/readyz')).status).toBe(503);
  expect((await empty.ask('/healthz')).status).toBe(200);
});

test('/-/release-set reports the live set, cached by nobody', async () => {
  const { headers, body } = await site.ask('/-/release-set');
  expect(headers['cache-control']).toBe('no-store');
  expect(JSON.parse(body.toString())).toMatchObject({
    id: (await site.ask('/')).headers['x-release-set'],
    remotes: { home: { version: 'aaaaaaaaaaaa' }, blog: {}, forms: {} },
  });
});

describe('the shell’s files', () => {
  const file = `/assets/${SCRIPT.name}`;

  test('are kept for a year: their names carry their content’s hash', async () => {
    const { status, headers, body } = await site.ask(file);
    expect([status, body.toString()]).toEqual([200, SCRIPT.text]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
  });

  test('are not sent again to who has them', async () => {
    const { etag = '' } = (await site.ask(file)).headers;
    const again = await site.ask(file, { headers: { 'if-none-match': etag } });
    expect([etag, again.status, again.body.length]).toEqual([expect.stringMatching(/./), 304, 0]);
  });

  test('the icon, whose name stays, is kept for a day', async () => {
    const { status, headers } = await site.ask('/favicon.svg');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/svg+xml',
      'public, max-age=86400',
    ]);
  });

  test.each([
    '/assets/static/old.js',
    '/assets/',
    '/assets/../client.json',
    '/assets/..%2fclient.json',
    '/assets/%2e%2e/client.json',
    '/assets/static/..%5c..%5cclient.json',
  ])('%s is not among them', async (target) => {
    const { status, headers, body } = await site.ask(target);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.toString()).not.toContain('"version":"v"');
    expect(headers['cache-control'] ?? '').not.toContain('immutable');
  });
});

describe('compression', () => {
  const file = `/assets/${SCRIPT.name}`;

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('a browser that takes %s gets %s', async (accepted, encoding, decode) => {
    const { headers, body } = await site.ask(file, { headers: { 'accept-encoding': accepted } });
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(body.length).toBeLessThan(SCRIPT.text.length / 10);
    expect(decode(body).toString()).toBe(SCRIPT.text);
  });

  test.each(['identity', ''])('one that takes “%s” gets plain text', async (accepted) => {
    const { headers, body } = await site.ask(file, { headers: { 'accept-encoding': accepted } });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body.toString()).toBe(SCRIPT.text);
  });
});
