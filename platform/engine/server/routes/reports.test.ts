import { beforeEach, expect, jest, test } from '@jest/globals';
import { Counter } from 'prom-client';
import { bakeryServer } from '../../testing/bakery/server';
import { sampleReleaseSet } from '../../testing/release-set';
import { startBakery, type ServedBakery } from '../../testing/bakery/start';
import { serverWith } from '../../testing/site';
import { SITE_URL, VERSIONS } from '../../testing/team-origin';
import { reports } from './reports';

const [version] = VERSIONS;

let site: ServedBakery;
beforeEach(async () => {
  site = await startBakery(undefined, { metricsPort: 0 });
});

const post = async (target: string, body: string, type: string) =>
  (await site.ask(target, { method: 'POST', body, headers: { 'content-type': type } })).status;
const counted = async () =>
  (await site.metrics()).split('\n').filter((line) => line.startsWith('shell_island_failures_total{'));

const send = (body: string) => post('/-/reports', body, 'text/plain;charset=UTF-8');
const report = (changes: object = {}) =>
  JSON.stringify({ remote: 'news', island: 'news/Story', version, kind: 'crashed', ...changes });

test('browsers’ reports of islands are counted by release and kind', async () => {
  for (const changes of [{}, { island: undefined, kind: 'threw' }, {}])
    expect(await send(report(changes))).toBe(204);
  const release = `shell_island_failures_total{remote="news",version="${version}"`;
  expect(await counted()).toEqual([
    `${release},island="news/Story",kind="crashed"} 2`,
    `${release},island="",kind="threw"} 1`,
  ]);
});

test('the metric begins again after a hundred releases, so its size is bounded', async () => {
  const islandFailures = new Counter({
    ...{ name: 'islands', help: '.', registers: [] },
    labelNames: ['remote', 'version', 'island', 'kind'],
  });
  const engine = {
    isKnown: () => true,
    live: () => ({ releaseSet: sampleReleaseSet() }),
    visits: { failed: jest.fn(), measured: jest.fn() },
  };
  const pageParts = { site: bakeryServer() };
  const app = serverWith({ engine, pageParts, metrics: { islandFailures } });
  await app.register(reports);
  const counted = async () => (await islandFailures.get()).values.length;
  for (let each = 0; each <= 100; each += 1) {
    expect(await counted()).toBe(each);
    const body = report({ version: String(each).padStart(12, '0') });
    await app.inject({ method: 'POST', url: '/-/reports', headers: { 'content-type': 'text/plain' }, body });
  }
  expect(await counted()).toBe(1);
});

test.each([
  ['an unknown version', 204, report({ version: '0'.repeat(12) })],
  ['an unknown island', 204, report({ island: 'news/Other' })],
  ['an unknown zone', 204, report({ island: 'news/zone/Invented' })],
  ['another remote’s island', 204, report({ island: 'shop/Window' })],
  ['an unknown remote', 204, report({ remote: 'invented', island: undefined })],
  ['no JSON', 400, '{'],
  ['an unknown kind', 400, report({ kind: 'slow' })],
  ['an invalid version', 400, report({ version: '../..' })],
  ['more than 1 KB', 413, report({ message: 'x'.repeat(1_024) })],
])('a report with %s is not counted: %i', async (_, status, body) => {
  expect(await send(body)).toBe(status);
  expect(await counted()).toEqual([]);
});

test('the 61st report of an address in a minute is rejected', async () => {
  const statuses = await Promise.all(Array.from({ length: 61 }, () => send(report())));
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect((await site.ask('/healthz')).status).toBe(200);
});

test('violations of the security policy are logged by directive and owner of the file, without personal data', async () => {
  const report = (body: string) => post('/-/csp', body, 'application/csp-report');
  const PERSONAL = `${SITE_URL}/?name=Olena&email=olena@example.com`;
  const FILE = `${SITE_URL}/remotes/news/aaaaaaaaaaaa/client/static/post.js`;
  const violation = (file?: string | null, directive = 'script-src-attr') => ({
    'csp-report': {
      ...{ 'document-uri': PERSONAL, 'blocked-uri': 'inline', 'script-sample': 'Olena' },
      ...{ 'effective-directive': directive, 'source-file': file },
    },
  });
  for (const body of [
    ...[violation(FILE), violation(`${SITE_URL}/assets/static/shell.js`), violation('', 'style-src-elem')],
    ...[violation('chrome-extension://abc/x.js', 'img-src'), violation(), violation(FILE, 'Olena"}'), {}, ''],
  ])
    expect(await report(JSON.stringify(body))).toBe(204);
  expect(await report('x'.repeat(33_000))).toBe(413);
  expect(await report('{')).toBe(400);
  const logged = ['script-src-attr of news', 'script-src-attr of the host', 'style-src-elem of another'];
  logged.push('img-src of another', 'script-src-attr of another');
  const lines = logged.map((what) => `A browser stopped ${what} by the security policy`);
  expect(site.warn.mock.calls.flat()).toEqual(lines);
});
