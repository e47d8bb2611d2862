import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ReleaseReport } from '@vidlunnia/contracts/release';
import { VISITS_PATH, type VisitsRequest, type VisitsResponse } from '@vidlunnia/contracts/visits';
import { sampleRenderedPage } from '../../testing/renderer';
import type { Respond } from '@vidlunnia/http/testing';
import { later, startSite, type ServedSite } from '../../testing/site';
import { sampleRelease, VERSIONS } from '../../testing/team-origin';
import type { RenderedPage } from '../../src/pages/rendered-page';
import type { LiveReleaseSet } from '../../src/remotes/release-set';

const [LIVE, NEW, NEXT] = VERSIONS;
const MINUTE_MS = 60_000;

/** An API that adds up counts like the real one (api/test/routes/visits.test.ts). */
function startSums() {
  const counts: VisitsRequest['counts'] = [];
  const withdrawn: VisitsRequest['withdrawn'] = [];
  let asked = 0;
  const respond = (request: VisitsRequest): VisitsResponse => {
    counts.push(...request.counts);
    withdrawn.push(...request.withdrawn);
    const isAsked = (each: { remote: string; version: string; at?: string }) =>
      request.releases.some(
        ({ remote, version, since }) =>
          each.remote === remote && each.version === version && (each.at ?? since) >= since,
      );
    const sums = new Map<string, VisitsResponse['totals'][number]>();
    for (const { at: _, ...count } of counts.filter(isAsked)) {
      const key = [count.remote, count.version, count.what].join();
      sums.set(key, { ...count, count: count.count + (sums.get(key)?.count ?? 0) });
    }
    return { key: 'a'.repeat(43), totals: [...sums.values()], withdrawn: withdrawn.filter(isAsked) };
  };
  const answer: Respond = ({ url }, response, body) => {
    asked += 1;
    if (url !== VISITS_PATH) response.writeHead(500).end('{}');
    else response.end(JSON.stringify(respond(JSON.parse(body) as VisitsRequest)));
  };
  /** Waits for more requests. */
  const untilAsked = async (times: number) => {
    const last = asked + times;
    await until(() => asked >= last);
  };
  return { withdrawn, answer, untilAsked };
}

let sums: ReturnType<typeof startSums>;
let site: ServedSite;
beforeEach(async () => {
  sums = startSums();
  site = await startSite(sums.answer, { pollInterval: 5, trustProxy: '127.0.0.1', metricsPort: 0 });
});

/** Polls until there is a value. */
async function until<Value>(
  look: () => Value | undefined | false | Promise<Value | undefined | false>,
): Promise<Value> {
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
const stateOf = async (of = site, remote = 'blog') => {
  const { body } = await of.ask('/-/releases');
  return (JSON.parse(body.toString()) as ReleaseReport).remotes[remote];
};
/** Rolls the new version out to a tenth, and waits until its group gets it. */
async function startRollout(version: string = NEW, percent = 10, minutes = 30) {
  const end = new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  site.teams.blog.publish(sampleRelease('blog', version), { percent, until: end });
  await until(async () => (await stateOf())?.partial?.version === version);
}
const setOf = async (cookie = '', of = site) => {
  const { body } = await of.ask('/-/release-set', { headers: { cookie } });
  return JSON.parse(body.toString()) as LiveReleaseSet;
};
const versionFor = async (cookie: string) => (await setOf(cookie)).remotes['blog']?.version;
const post = (target: string, body: object, headers: Readonly<Record<string, string>>, of = site) =>
  of.ask(target, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
/** Begins a visit from an address. Returns the response and a function that reports a failure of the blog. */
async function visit(address: string, cookie = '', of = site) {
  const headers = { 'x-forwarded-for': address, cookie };
  const { id, remotes } = await setOf(cookie, of);
  const begun = await post('/-/visit', { releaseSet: id }, headers, of);
  const token = begun.status === 200 ? (JSON.parse(begun.body.toString()) as { visit: string }).visit : '';
  const version = remotes['blog']?.version;
  const report = (own: object = {}) =>
    post('/-/reports', { remote: 'blog', version, kind: 'threw', visit: token, ...own }, headers, of);
  return { ...begun, token, report };
}
const addresses = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `203.0.113.${String(from + index)}`);
const visitAll = async (from: number, count: number, cookie: string, fails: boolean, of = site) => {
  for (const address of addresses(from, count)) {
    const { report } = await visit(address, cookie, of);
    if (fails) await report();
  }
};
/** Waits until the shell knows the tokens' key. */
const untilCounting = (of = site) => until(async () => (await visit('192.0.2.1', '', of)).token !== '');

test('a share of visitors gets a rollout; all others, and those without a cookie, the live release', async () => {
  const before = await site.ask('/');
  expect((await visit('203.0.113.1')).headers['set-cookie']).toBeUndefined();
  await startRollout();
  expect(await Promise.all(['', 'group=10', 'group=99', 'group=5'].map(versionFor))).toEqual(
    Array.from({ length: 4 }, () => LIVE),
  );
  expect(await Promise.all(['group=00', 'a=b; group=09'].map(versionFor))).toEqual([NEW, NEW]);
  expect((await setOf('group=00')).previous['blog']?.version).toBe(LIVE);

  const page = await site.ask('/', { headers: { cookie: 'group=03' } });
  expect(page.headers['cache-control']).toBe('private, no-cache');
  expect(page.body.toString()).toContain(NEW);
  const after = await site.ask('/');
  expect(after.body.equals(before.body)).toBe(true);
  expect({ ...after.headers, date: '', 'x-request-id': '' }).toEqual({
    ...before.headers,
    date: '',
    'x-request-id': '',
  });

  const [cookie] = (await visit('203.0.113.1')).headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^group=\d\d; Path=\/; HttpOnly; SameSite=Lax; Max-Age=(1860|185\d)$/);
  const first = await visit('203.0.113.2');
  expect([first.status, first.token]).toEqual([204, '']);
  const [kept] = (await visit('203.0.113.1', 'group=07')).headers['set-cookie'] ?? [];
  expect(kept).toContain('group=07;');
});

test('it is promoted for all visitors after its time', async () => {
  await startRollout();
  later(31 * MINUTE_MS);
  await until(async () => (await stateOf())?.live?.version === NEW);
  expect(await stateOf()).not.toHaveProperty('partial');
  expect(await versionFor('')).toBe(NEW);
});

test('a pointer back ends the rollout; a rollout whose set fails is rejected', async () => {
  await startRollout();
  site.teams.blog.setJson('/current.json', { version: LIVE });
  await until(async () => !(await stateOf())?.partial);
  expect(await versionFor('group=00')).toBe(LIVE);
  site.renderTest.mockRejectedValueOnce(new Error('blog/Post renders nothing'));
  site.teams.blog.publish(sampleRelease('blog', NEXT), { percent: 50, until: '2999-01-01T00:00:00.000Z' });
  const rejection = await until(async () => (await stateOf())?.rejections[0]);
  expect(rejection).toMatchObject({ version: NEXT, step: 'render-test' });
  expect(await versionFor('group=00')).toBe(LIVE);
});

test('of two rollouts to the same share, only the one that fails is rejected', async () => {
  const rollout = { percent: 10, until: '2999-01-01T00:00:00.000Z' };
  const isFaulty = (remotes: object) => JSON.stringify(remotes).includes(`forms_${NEW}`);
  const start = site.renderTest.getMockImplementation();
  site.renderTest.mockImplementation((set, folder) =>
    isFaulty(set.remotes) || !start ? Promise.reject(new Error('it throws')) : start(set, folder),
  );
  site.teams.forms.publish(sampleRelease('forms', NEW), rollout);
  site.teams.blog.publish(sampleRelease('blog', NEW), rollout);
  await until(async () => (await stateOf(site, 'forms'))?.rejections.length === 1);
  await until(async () => (await versionFor('group=00')) === NEW);
  expect((await stateOf())?.rejections).toEqual([]);
});

describe('visitors’ failures', () => {
  beforeEach(() => untilCounting());

  test('a rollout that fails for its visitors is withdrawn for good from every shell', async () => {
    const other = await startSite(sums.answer, { pollInterval: 5, trustProxy: '127.0.0.1' });
    await untilCounting(other);
    await startRollout();
    await visitAll(1, 30, 'group=50', false);
    await visitAll(101, 8, 'group=00', true);
    const { rejections } = await until(async () => {
      const state = await stateOf();
      return state?.rejections.length ? state : undefined;
    });
    expect(rejections).toMatchObject([
      {
        version: NEW,
        step: 'visitors',
        reason: expect.stringMatching(/^\d of \d visitors met a failure, 0 of \d\d visitors of a{12}$/),
      },
    ]);
    expect(sums.withdrawn).toMatchObject([{ remote: 'blog', version: NEW }]);
    expect(await versionFor('group=00')).toBe(LIVE);
    expect(site.warn.mock.calls.flat()).toContainEqual(
      expect.stringContaining(`blog ${NEW} is rejected at visitors`),
    );
    expect(await site.metrics()).toContain('shell_rejections_total{remote="blog",step="visitors"} 1');

    // Another shell, for which the team's pointer names the same version.
    other.teams.blog.publish(sampleRelease('blog', NEW));
    await until(async () => (await stateOf(other))?.rejections[0]?.step === 'visitors');
    later(24 * 60 * MINUTE_MS);
    expect((await stateOf())?.live?.version).toBe(LIVE);
    site.teams.blog.publish(sampleRelease('blog', NEXT));
    await until(async () => (await stateOf())?.live?.version === NEXT);
  });

  test('a new release without a rollout is compared for ten minutes with the one before it', async () => {
    await visitAll(1, 30, '', false);
    site.teams.blog.publish(sampleRelease('blog', NEW));
    await until(async () => (await stateOf())?.live?.version === NEW);
    // A failing network would meet only the new release.
    for (const address of addresses(201, 8)) await (await visit(address)).report({ kind: 'not-loaded' });
    await until(async () => (await stateOf())?.live?.visits?.visitors === 8);
    expect((await stateOf())?.live?.visits?.failing).toBe(0);
    await visitAll(101, 8, '', true);
    await until(async () => (await stateOf())?.live?.version === LIVE);
    expect((await stateOf())?.rejections).toMatchObject([{ version: NEW, step: 'visitors' }]);
  });

  test('a release that other shells withdrew is replaced by the newest one that they did not, once it can be rendered', async () => {
    const withdraw = (version: string) =>
      sums.withdrawn.push({ remote: 'blog', version, reason: 'it throws' });
    const isLive = async (version: string) => (await stateOf())?.live?.version === version;
    const warned = (text: RegExp) => site.warn.mock.calls.flat().filter((line) => text.test(String(line)));
    for (const version of [NEW, NEXT]) {
      site.teams.blog.publish(sampleRelease('blog', version));
      await until(() => isLive(version));
    }
    withdraw(NEW);
    await until(async () => (await stateOf())?.rejections[0]?.version === NEW);
    expect(await isLive(NEXT)).toBe(true);
    later(0);
    site.renderTest.mockRejectedValueOnce(new Error('no memory'));
    withdraw(NEXT);
    await until(() => warned(/^The set without blog c{12}, \w{12}, is .*no memory$/).length === 1);
    const tests = site.renderTest.mock.calls.length;
    await sums.untilAsked(3);
    expect([await isLive(NEXT), site.renderTest.mock.calls.length]).toEqual([true, tests]);
    later(MINUTE_MS);
    await until(() => isLive(LIVE));
    expect(await site.metrics()).toContain('shell_promotions_total{remote="blog"} 4');
    withdraw(LIVE);
    await until(() => warned(/^blog a{12} is withdrawn, but there is no earlier release$/).length === 1);
    await sums.untilAsked(3);
    expect(await isLive(LIVE)).toBe(true);
    expect(warned(/is rejected at visitors: it throws$|no earlier/)).toHaveLength(4);
  });

  const failures = [{ id: 'blog/Teaser', stage: 'render', reason: 'it throws' }] as const;
  test.each<[string, () => Promise<RenderedPage>]>([
    ['an island', () => Promise.resolve(sampleRenderedPage('/', { failures }))],
    ['a page, so visitors get the live one,', () => Promise.reject(new Error('the worker hangs'))],
  ])('when a release cannot render %s on the server, it fails for the page’s visitors', async (_, render) => {
    await startRollout();
    await visitAll(1, 30, 'group=50', false);
    site.renderer()?.render.mockImplementation(render);
    for (const address of addresses(101, 8)) {
      const headers = { cookie: 'group=00', 'x-forwarded-for': address };
      expect((await site.ask('/', { headers })).status).toBe(200);
    }
    await until(async () => (await stateOf())?.rejections[0]?.step === 'visitors');
  });
});
