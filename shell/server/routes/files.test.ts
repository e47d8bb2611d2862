/** @jest-environment node */
import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, expect, test } from '@jest/globals';
import { SCRIPT, startSite, type ServedSite } from '../../testing/site';
import { respondWith, sampleContent, sampleRelease, VERSIONS } from '../../testing/team-origin';

const [VERSION] = VERSIONS;
const BASE = `/remotes/blog/${VERSION}`;
const FILE = 'client/static/blog.js';
const release = sampleRelease('blog');
const OWN = `/assets/${SCRIPT.name}`;
const YEAR = 'public, max-age=31536000, immutable';

let site: ServedSite;
beforeEach(async () => {
  site = await startSite();
});

test.each([
  [OWN, SCRIPT.text],
  [`${BASE}/${FILE}`, sampleContent(release, FILE)],
  // A repeated attempt has a query.
  [`${BASE}/${FILE}?attempt=1`, sampleContent(release, FILE)],
])('%s may be cached for a year, and is not sent again to a client that has it', async (target, text) => {
  const { status, headers, body } = await site.ask(target);
  expect([status, headers['cache-control'], body.toString()]).toEqual([200, YEAR, text]);
  expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
  const again = await site.ask(target, { headers: { 'if-none-match': headers.etag ?? '' } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test('a team’s files are served from the store: none is requested from its origin', async () => {
  const before = site.teams.blog.received.length;
  site.teams.blog.break(respondWith(500, 'oops'));
  expect((await site.ask(`${BASE}/${FILE}`)).status).toBe(200);
  expect(site.teams.blog.received).toHaveLength(before);
});

const NOT_PUBLIC = [
  `${BASE}/server/remoteEntry.js`,
  `${BASE}/release.json`,
  `${BASE}/client/../server/remoteEntry.js`,
  `${BASE}/client/..%2fserver/remoteEntry.js`,
  `${BASE}/client/%2e%2e/release.json`,
  `${BASE}/client/..%5cserver%5cremoteEntry.js`,
  `${BASE}/client/../../../home/${VERSION}/server/remoteEntry.js`,
  `/remotes/blog/../blog/${VERSION}/release.json`,
  `/remotes//blog/${VERSION}/release.json`,
  '/assets/../client.json',
  '/assets/..%2fclient.json',
  '/assets/%2e%2e/client.json',
  '/assets/static/..%5c..%5cclient.json',
];
test('private files are not accessible', async () => {
  for (const target of NOT_PUBLIC) {
    const { status, body } = await site.ask(target);
    expect([target, status >= 400]).toEqual([target, true]);
    expect(body.toString()).not.toMatch(`${release.container}|"version":"v"`);
  }
});

const ABSENT = [
  `${BASE}/client/nothing.js`,
  `${BASE}/client/`,
  `${BASE}/`,
  '/remotes/nobody/x.js',
  '/remotes/blog/bbbbbbbbbbbb/client/x.js',
  '/remotes/',
  '/assets/static/old.js',
];
test('a missing file is 404 and must not be cached; other methods are rejected', async () => {
  for (const target of ABSENT) {
    const { status, headers } = await site.ask(target);
    expect([target, status, headers['cache-control']]).toEqual([target, 404, 'no-store']);
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect((await site.ask(`${BASE}/${FILE}`, { method })).status).toBe(404);
});

test('a browser that accepts brotli gets the compressed copy', async () => {
  const { headers, body } = await site.ask(OWN, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
  expect([headers['content-encoding'], brotliDecompressSync(body).toString()]).toEqual(['br', SCRIPT.text]);
  expect(headers['vary']).toMatch(/accept-encoding/i);
});
