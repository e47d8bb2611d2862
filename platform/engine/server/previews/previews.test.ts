import { beforeEach, describe, expect, test } from '@jest/globals';
import type { RemoteName } from '../../testing/bakery/pages';
import { startBakery, type ServedBakery, versionsWith } from '../../testing/bakery/start';
import { later, versionsOf } from '../../testing/site';
import { VERSIONS } from '../../testing/team-origin';
import type { ReleaseSet } from '../../page/remotes/release-set';

const [LIVE, CANDIDATE, OTHER] = VERSIONS;
const HTML = { accept: 'text/html' };

let site: ServedBakery;
beforeEach(async () => {
  const changes = { pollInterval: 20, trustProxy: 'loopback' };
  site = await startBakery(undefined, changes);
});

/** Opens a link in a browser with this cookie. Returns the response and the browser's next `Cookie`. */
async function open(token: string, cookie = '', headers: Readonly<Record<string, string>> = {}) {
  const answer = await site.ask(`/-/preview?token=${token}`, { headers: { ...HTML, cookie, ...headers } });
  const set = String(answer.headers['set-cookie']);
  return { ...answer, set, cookie: set.split(';', 1).join('') };
}
const openCandidate = async (name: RemoteName = 'news', version: string = CANDIDATE, cookie = '') =>
  (await open(site.teams[name].publishCandidate(version), cookie)).cookie;
const ask = (target: string, cookie: string, options: Parameters<ServedBakery['ask']>[1] = {}) =>
  site.ask(target, { ...options, headers: { ...HTML, cookie, ...options.headers } });
const setSeenWith = async (cookie: string) =>
  JSON.parse(String((await ask('/-/release-set', cookie)).body)) as ReleaseSet;
const versionsSeenWith = async (cookie: string) => versionsOf((await setSeenWith(cookie)).remotes);
const ENDED = [expect.stringMatching(/^preview=; .*Max-Age=0$/)];

test('a link redirects to the address without the token; the cookie expires with the token, and is secure behind HTTPS', async () => {
  later(0);
  const { status, headers, set } = await open(site.teams.news.token());
  expect([status, headers.location, headers['cache-control']]).toEqual([303, '/', 'no-store']);
  expect(set).toMatch(
    /^preview=news\.b{12}\.\d{10}\.[\w-]{86}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3(600|599)$/,
  );
  const secure = await open(site.teams.news.token(), '', { 'x-forwarded-proto': 'https' });
  expect(secure.set).toMatch(/; Secure$/);
});

test('a link keeps valid tokens of other remotes, replaces its remote’s token, and drops invalid ones', async () => {
  const news = await openCandidate('news', OTHER, 'preview=forged');
  expect(await versionsSeenWith(news)).toEqual(versionsWith(LIVE, { news: OTHER }));
  const both = await openCandidate('orders', CANDIDATE, news);
  expect(await versionsSeenWith(both)).toEqual(versionsWith(LIVE, { news: OTHER, orders: CANDIDATE }));
  const replaced = await openCandidate('news', CANDIDATE, both);
  expect(await versionsSeenWith(replaced)).toEqual(
    versionsWith(LIVE, { news: CANDIDATE, orders: CANDIDATE }),
  );
});

test.each([
  ['has expired', () => site.teams.news.token({ until: Math.floor(Date.now() / 1000) }), 'late'],
  ['is valid for too long', () => site.teams.news.token({ until: 9_999_999_999 }), 'invalid'],
  ['is for another site', () => site.teams.news.token({}, 'https://other.example'), 'invalid'],
  ['is signed by another team', () => site.teams.shop.token({ remote: 'news' }), 'invalid'],
  ['shows content, signed by another team', () => site.teams.news.token({ remote: 'content' }), 'invalid'],
  ['names a removed remote', () => site.teams.news.token({ remote: 'gone' }), 'invalid'],
  ['is no token', () => '../../etc/passwd', 'invalid'],
])('a link that %s is refused with the reason, and ends the browser’s preview', async (_, token, reason) => {
  for (const refused of [await open(token()), await ask('/', `preview=${token()}`)]) {
    expect([refused.status, String(refused.body)]).toEqual([
      403,
      expect.stringContaining(`<p>${reason}</p>`),
    ]);
    expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'set-cookie': ENDED });
  }
});

test('a page of a preview is rendered with the candidate below a banner, is neither cached nor indexed, and ends by its button', async () => {
  const cookie = await openCandidate();
  const page = await ask('/news/1', cookie);
  expect(page.status).toBe(200);
  expect(String(page.body)).toMatch(
    /<body><aside id="preview".*<\/aside><div id="root"><main id="main">\/news\/1/,
  );
  expect(String(page.body)).toContain(`news ${CANDIDATE}`);
  expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  expect(page.body.toString()).not.toContain('speculationrules');
  expect(site.renderer()?.releaseSet.remotes.news?.version).toBe(CANDIDATE);
  // Previews are rendered for each request.
  await ask('/news/1', cookie);
  expect(site.renderer()?.render).toHaveBeenCalledTimes(2);
  const { status, headers } = await ask('/-/preview/end?', cookie);
  expect([status, headers.location, headers['set-cookie']]).toEqual([303, '/', ENDED]);
});

test('a page of a preview never affects the pages of others, and is not counted in visitors’ metrics', async () => {
  site = await startBakery(undefined, { metricsPort: 0 });
  const seen = async () => {
    const { status, headers, body } = await site.ask('/');
    const { date: _, 'x-request-id': __, ...others } = headers;
    return { status, headers: others, body: String(body) };
  };
  const before = await seen();
  const cookie = await openCandidate();
  for (const target of ['/', '/-/preview/end']) {
    await ask(target, cookie);
    expect(await seen()).toEqual(before);
  }
  const body = JSON.stringify({ remote: 'shop', island: 'shop/Window', version: LIVE, kind: 'crashed' });
  await ask('/-/reports', cookie, { method: 'POST', headers: { 'content-type': 'text/plain' }, body });
  const metrics = await site.metrics();
  expect(metrics).toContain('shell_render_duration_seconds_count{outcome="rendered"} 1\n');
  expect(metrics).toContain('shell_page_cache_pages 1\n');
  expect(metrics).not.toContain('shell_island_failures_total{');
});

test('a page of a preview continues with its other tokens when one expired or was changed', async () => {
  const { cookie } = await open(site.teams.news.token({ until: Math.floor(Date.now() / 1000) + 60 }));
  const both = await openCandidate('orders', CANDIDATE, cookie);
  later(61_000);
  expect(await versionsSeenWith(`${both}~forged`)).toEqual(versionsWith(LIVE, { orders: CANDIDATE }));
});

test('only holders of its link learn why a candidate cannot be shown', async () => {
  const cookie = await openCandidate();
  site.teams.news.set(`/${CANDIDATE}/client/remoteEntry.js`, (response) => response.end('altered'));
  const page = await ask('/', cookie);
  expect(page.status).toBe(409);
  expect(String(page.body)).toContain(
    `At verify: news ${CANDIDATE}: client/remoteEntry.js has 7 bytes; the release names`,
  );
  expect(String(page.body)).toContain('<form action="/-/preview/end">');
  expect(String((await site.ask('/-/releases')).body)).not.toContain(CANDIDATE);
  expect((await site.ask('/')).status).toBe(200);
});

const apiHeaders = async (cookie: string, method = 'POST') => {
  const { status, headers, body } = await ask('/api/order', cookie, { method });
  return { status, headers, sent: String(body) };
};

test('a POST in an open preview is a trial; a GET, or a POST without a preview, is not', async () => {
  const cookie = await openCandidate();
  const [, , until] = cookie.split('.');
  expect(JSON.parse((await apiHeaders(cookie)).sent)).toEqual({ 'x-trial-until': until });
  for (const each of [await apiHeaders(cookie, 'GET'), await apiHeaders('')]) expect(each.sent).toBe('{}');
});

test('a request of a preview that has expired is refused, so that nothing is stored; the next one is no trial', async () => {
  const { status, headers } = await apiHeaders('preview=forged');
  expect([status, headers['set-cookie']]).toEqual([403, ENDED]);
});

describe('a draft of the content', () => {
  /** The version that the source has in place of the draft, `null` without any. */
  let loaded: string | null;
  beforeEach(async () => {
    loaded = CANDIDATE;
    const load = (version?: string) => {
      const found = version === undefined ? LIVE : loaded;
      return Promise.resolve(found === null ? null : { version: found, facts: { phone: '1' } });
    };
    site = await startBakery(undefined, { facts: { load } });
  });
  const link = () => site.teams.shop.token({ remote: 'content', version: CANDIDATE });

  test('is shown to a browser with its link: in pages, banner and API responses', async () => {
    const { cookie, headers } = await open(link());
    expect(headers['clear-site-data']).toBe('"cache"');
    const page = await ask('/news/1', cookie);
    expect(String(page.body)).toContain(`draft ${CANDIDATE}`);
    expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    expect(site.renderer()?.releaseSet).toMatchObject({ content: CANDIDATE, facts: { phone: '1' } });
    expect(await versionsSeenWith(cookie)).toEqual(versionsWith(LIVE));
    expect(JSON.parse((await apiHeaders(cookie, 'GET')).sent)).toEqual({ 'x-content-version': CANDIDATE });
    // Other browsers, also with a preview of a release, do not get it.
    const ofRelease = await openCandidate();
    expect((await apiHeaders(ofRelease, 'GET')).sent).toBe('{}');
    for (const each of [ofRelease, '']) expect((await setSeenWith(each)).content).toBeUndefined();
  });

  test('opens at the page that its link names, only on this site', async () => {
    const at = async (page: string) =>
      (await ask(`/-/preview?token=${link()}&page=${encodeURIComponent(page)}`, '')).headers.location;
    expect(await at('/news/proba')).toBe('/news/proba');
    for (const page of ['https://evil.example', '//evil.example', '/\\evil.example'])
      expect(await at(page)).toBe('/-/unknown');
  });

  test.each([
    ['the source does not have', null],
    ['an older source does not know', LIVE],
  ])('that %s is reported', async (_, found) => {
    loaded = found;
    const page = await ask('/', (await open(link())).cookie);
    expect([page.status, String(page.body)]).toEqual([
      409,
      expect.stringContaining(`the API does not have content ${CANDIDATE}`),
    ]);
  });
});

test('forged tokens start no worker, and use up only their sender’s allowance', async () => {
  site = await startBakery(undefined, { rendersPerMinute: 100 });
  await site.ask('/');
  const first = site.renderer();
  const tokens = Array.from(
    { length: 200 },
    (_, index) => `news.${String(index).padStart(12, '0')}.9999999999.${'A'.repeat(86)}`,
  );
  const answers = await Promise.all(tokens.map((token) => ask('/', `preview=${token}`)));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(403), count(429)]).toEqual([99, 101]);
  expect((await site.ask('/')).status).toBe(200);
  expect(site.renderer()).toBe(first);
});
