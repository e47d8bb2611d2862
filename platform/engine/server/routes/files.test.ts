import { beforeEach, expect, test } from '@jest/globals';
import { startBakery, type ServedBakery } from '../../testing/bakery/start';
import { SCRIPT } from '../../testing/site';
import { respondWith, sampleContent, sampleRelease, VERSIONS } from '../../testing/team-origin';

const [VERSION] = VERSIONS;
const BASE = `/remotes/news/${VERSION}`;
const FILE = 'client/static/news.js';
const release = sampleRelease('news');

let site: ServedBakery;
beforeEach(async () => {
  site = await startBakery();
});

test.each([
  [`/assets/${SCRIPT.name}`, SCRIPT.text],
  // A retry has a query.
  [`${BASE}/${FILE}?attempt=1`, sampleContent(release, FILE)],
])('%s may be cached for a year, and is not sent again to a client that has it', async (target, text) => {
  site.teams.news.break(respondWith(500, 'served from the store'));
  const { status, headers, body } = await site.ask(target);
  expect([status, body.toString()]).toEqual([200, text]);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
    vary: 'Accept-Encoding',
  });
  const again = await site.ask(target, { headers: { 'if-none-match': headers.etag ?? '' } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test('private files are not accessible', async () => {
  for (const target of [
    ...[
      ...['server/remoteEntry.js', 'release.json', `client/../../../home/${VERSION}/server/remoteEntry.js`],
      ...['client/..%5cserver%5cremoteEntry.js', 'client/../server/remoteEntry.js'],
      ...['client/..%2fserver/remoteEntry.js', 'client/%2e%2e/release.json'],
    ].map((name) => `${BASE}/${name}`),
    ...[`/remotes/news/../news/${VERSION}/release.json`, `/remotes//news/${VERSION}/release.json`],
    ...['../', '..%2f', '%2e%2e/', 'static/..%5c..%5c'].map((up) => `/assets/${up}client.json`),
  ]) {
    const { status, body } = await site.ask(target);
    expect([target, status >= 400]).toEqual([target, true]);
    expect(body.toString()).not.toMatch(`${release.container}|"version":"v"`);
  }
});

test('a missing file is 404 and must not be cached; other methods are rejected', async () => {
  const ofRelease = ['client/nothing.js', 'client/', ''].map((name) => `${BASE}/${name}`);
  const others = ['nobody/x.js', 'news/bbbbbbbbbbbb/client/x.js', ''].map((name) => `/remotes/${name}`);
  for (const target of [...ofRelease, ...others, '/assets/static/old.js']) {
    const { status, headers } = await site.ask(target);
    expect([target, status, headers['cache-control']]).toEqual([target, 404, 'no-store']);
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect((await site.ask(`${BASE}/${FILE}`, { method })).status).toBe(404);
});
