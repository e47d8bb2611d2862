import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ReleaseReport, Rollout, Step } from '@vidlunnia/releases/release';
import { VISITS_PATH, type VisitsRequest, type VisitsResponse } from '@vidlunnia/releases/visits';
import { fakeRenderer, sampleRenderedPage } from '../../testing/renderer';
import type { Respond } from '@vidlunnia/settings/testing/local-server';
import { startBakery, type ServedBakery } from '../../testing/bakery/start';
import { later } from '../../testing/site';
import { VERSIONS } from '../../testing/team-origin';
import type { RenderedPage } from '../../page/rendered-page';
import type { ReleaseSet } from '../../page/remotes/release-set';

const [LIVE, NEW, NEXT] = VERSIONS;
const MINUTE_MS = 60_000;
const ROLLOUT = { percent: 10, seconds: 1_800, visitors: 3 };

/** An API that adds up counts like the real one (api/test/routes/visits.test.ts). */
function startSums() {
  const totals = new Map<string, VisitsResponse['totals'][number]>();
  const withdrawn: VisitsRequest['withdrawn'] = [];
  const answer: Respond = ({ url }, response, body) => {
    if (url !== VISITS_PATH) return void response.writeHead(500).end('{}');
    const request = JSON.parse(body) as VisitsRequest;
    withdrawn.push(...request.withdrawn);
    for (const { at: _, ...count } of request.counts) {
      const key = [count.remote, count.version, count.what].join();
      totals.set(key, { ...count, count: count.count + (totals.get(key)?.count ?? 0) });
    }
    const isAsked = (each: { remote: string; version: string }) =>
      request.releases.some(({ remote, version }) => each.remote === remote && each.version === version);
    const found = { totals: [...totals.values()].filter(isAsked), withdrawn: withdrawn.filter(isAsked) };
    response.end(JSON.stringify(found satisfies VisitsResponse));
  };
  return { withdrawn, answer };
}

let sums: ReturnType<typeof startSums>;
let site: ServedBakery;
beforeEach(async () => {
  sums = startSums();
  site = await startBakery(sums.answer, { pollInterval: 20, trustProxy: '127.0.0.1', metricsPort: 0 });
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}
const stateOf = async (remote = 'news', of = site) => {
  const { body } = await of.ask('/-/releases');
  return (JSON.parse(body.toString()) as ReleaseReport).remotes[remote];
};
const isLive = async (version: string) => (await stateOf())?.live?.version === version;
const isRejected = async (step: Step, of = site) => (await stateOf('news', of))?.rejections[0]?.step === step;
const publish = (version: string, rollout?: Rollout) => {
  site.teams.news.publish(version, rollout);
};
/** Rolls the new version out to a tenth, and waits until its group gets it. */
async function startRollout() {
  publish(NEW, ROLLOUT);
  await until(async () => (await stateOf())?.partial?.version === NEW);
}
const setOf = async (cookie = '') => {
  const { body } = await site.ask('/-/release-set', { headers: { cookie } });
  return JSON.parse(body.toString()) as ReleaseSet;
};
const versionFor = async (cookie: string) => (await setOf(cookie)).remotes['news']?.version;
/** Begins a visit from an address. Returns the response and a function that reports a failure of the news. */
async function visit(address: string, cookie = '') {
  const { id, remotes } = await setOf(cookie);
  const post = (target: string, body: object) =>
    site.ask(target, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    });
  const begun = await post('/-/visit', { releaseSet: id });
  const token = begun.status === 200 ? (JSON.parse(begun.body.toString()) as { visit: string }).visit : '';
  const version = remotes['news']?.version;
  const report = (kind: string) => post('/-/reports', { remote: 'news', version, kind, visit: token });
  return { ...begun, token, report };
}
const addresses = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `203.0.113.${String(from + index)}`);
const visitAll = async (from: number, count: number, cookie: string, failure?: string) => {
  for (const address of addresses(from, count)) {
    const { report } = await visit(address, cookie);
    if (failure !== undefined) await report(failure);
  }
};

test('a share of visitors gets a rollout, all others and those without a cookie the live release; after its time all get it', async () => {
  const before = await site.ask('/');
  expect((await visit('203.0.113.1')).headers['set-cookie']).toBeUndefined();
  await startRollout();
  expect(await Promise.all(['', 'group=10', 'group=99', 'group=5'].map(versionFor))).toEqual(
    Array(4).fill(LIVE),
  );
  expect(await Promise.all(['group=00', 'a=b; group=09'].map(versionFor))).toEqual([NEW, NEW]);

  const page = await site.ask('/', { headers: { cookie: 'group=03' } });
  expect(page.headers['cache-control']).toBe('private, no-cache');
  expect(page.body.toString()).toContain(NEW);
  const after = await site.ask('/');
  expect(after.body.equals(before.body)).toBe(true);
  const own = { date: '', 'x-request-id': '' };
  expect({ ...after.headers, ...own }).toEqual({ ...before.headers, ...own });

  const [cookie] = (await visit('203.0.113.1')).headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^group=\d\d; Path=\/; HttpOnly; SameSite=Lax; Max-Age=86400$/);
  const first = await visit('203.0.113.2');
  expect([first.status, first.token]).toEqual([204, '']);
  const [kept] = (await visit('203.0.113.1', 'group=07')).headers['set-cookie'] ?? [];
  expect(kept).toContain('group=07;');

  later(31 * MINUTE_MS);
  await until(async () => (await stateOf())?.partial?.rollout.undecided === true);
  expect(await site.metrics()).toContain(`shell_rollout_undecided{remote="news",version="${NEW}"} 1`);
  await visitAll(1, 3, 'group=03');
  await until(() => isLive(NEW));
  expect(await stateOf()).not.toHaveProperty('partial');
  expect(await versionFor('')).toBe(NEW);
  const [ended] = (await visit('203.0.113.1', 'group=07')).headers['set-cookie'] ?? [];
  expect(ended).toContain('Max-Age=0');
});

test('a pointer back ends the rollout; a rollout whose set fails is rejected', async () => {
  await startRollout();
  site.teams.news.point(LIVE);
  await until(async () => !(await stateOf())?.partial);
  expect(await versionFor('group=00')).toBe(LIVE);
  site.renderTest.mockRejectedValueOnce(new Error('news/Story renders nothing'));
  publish(NEXT, { ...ROLLOUT, percent: 50 });
  await until(() => isRejected('render-test'));
  expect((await stateOf())?.rejections[0]?.version).toBe(NEXT);
  expect(await versionFor('group=00')).toBe(LIVE);
});

test('of two rollouts to the same share, only the one that fails is rejected', async () => {
  site.renderTest.mockImplementation((set) =>
    set.remotes.orders?.version === NEW
      ? Promise.reject(new Error('it throws'))
      : Promise.resolve(fakeRenderer(set)),
  );
  site.teams.orders.publish(NEW, ROLLOUT);
  publish(NEW, ROLLOUT);
  await until(async () => (await stateOf('orders'))?.rejections.length === 1);
  await until(async () => (await versionFor('group=00')) === NEW);
  expect((await stateOf())?.rejections).toEqual([]);
});

describe('visitors’ failures', () => {
  test('a rollout that fails for its visitors is withdrawn for good from every host', async () => {
    const other = await startBakery(sums.answer, { pollInterval: 20 });
    await startRollout();
    await visitAll(1, 30, 'group=50');
    await visitAll(101, 8, 'group=00', 'threw');
    await until(() => isRejected('visitors'));
    const reason = expect.stringMatching(/^\d of \d visitors met a failure, 0 of \d\d visitors of a{12}$/);
    expect((await stateOf())?.rejections).toMatchObject([{ version: NEW, reason }]);
    expect(sums.withdrawn).toMatchObject([{ remote: 'news', version: NEW }]);
    expect(await versionFor('group=00')).toBe(LIVE);
    const warned = expect.stringContaining(`news ${NEW} is rejected at visitors`);
    expect(site.warn.mock.calls.flat()).toContainEqual(warned);
    expect(await site.metrics()).toContain('shell_rejections_total{remote="news",step="visitors"} 1');

    // Another host, for which the team's pointer names the same version.
    other.teams.news.publish(NEW);
    await until(() => isRejected('visitors', other));
    later(24 * 60 * MINUTE_MS);
    expect(await isLive(LIVE)).toBe(true);
    publish(NEXT);
    await until(() => isLive(NEXT));
  });

  test('a new release without a rollout is compared for ten minutes with the one before it', async () => {
    await visitAll(1, 30, '');
    publish(NEW);
    await until(() => isLive(NEW));
    await visitAll(101, 8, '', 'threw');
    await until(() => isLive(LIVE));
    expect((await stateOf())?.rejections).toMatchObject([{ version: NEW, step: 'visitors' }]);
  });

  test('code that does not load counts against no release, also while another team’s rollout runs', async () => {
    await visitAll(1, 30, 'group=50');
    site.teams.orders.publish(NEW, ROLLOUT);
    await until(async () => (await stateOf('orders'))?.partial?.version === NEW);
    publish(NEW);
    await until(() => isLive(NEW));
    await visitAll(201, 16, 'group=50', 'not-loaded');
    await until(async () => (await stateOf())?.live?.visits?.visitors === 16);
    expect((await stateOf())?.live?.visits?.failing).toBe(0);
    expect(await isLive(NEW)).toBe(true);
  });

  const withdrawElsewhere = (version: string, remote = 'news') =>
    sums.withdrawn.push({ remote, version, reason: 'it throws' });
  const warned = (text: RegExp) => site.warn.mock.calls.flat().filter((line) => text.test(String(line)));

  test('a release withdrawn elsewhere is rolled back to the newest valid one that can be rendered', async () => {
    for (const version of [NEW, NEXT]) {
      publish(version);
      await until(() => isLive(version));
    }
    later(0);
    site.renderTest.mockRejectedValueOnce(new Error('no memory'));
    withdrawElsewhere(NEXT);
    await until(() => isLive(LIVE));
    expect((await stateOf())?.rejections).toMatchObject([
      { version: NEW, step: 'render-test', reason: 'no memory' },
      { version: NEXT, step: 'visitors', reason: 'it throws' },
    ]);
    withdrawElsewhere(LIVE);
    await until(() => warned(/^news a{12} is withdrawn, but there is no earlier release$/).length === 1);
    // Another remote does not wait.
    site.teams.orders.publish(NEW);
    await until(async () => (await stateOf('orders'))?.live?.version === NEW);
    withdrawElsewhere(NEW, 'orders');
    await until(async () => (await stateOf('orders'))?.live?.version === LIVE);
    later(MINUTE_MS);
    await until(() => isLive(NEW));
    expect(warned(/no earlier release/)).toHaveLength(1);
  });

  /** Serves pages of a rollout to eight of its visitors. */
  async function renderFor(render: () => Promise<RenderedPage>) {
    await startRollout();
    await visitAll(1, 30, 'group=50');
    site.renderer()?.render.mockImplementation(render);
    for (const address of addresses(101, 8)) {
      const headers = { cookie: 'group=00', 'x-forwarded-for': address };
      expect((await site.ask('/', { headers })).status).toBe(200);
    }
  }
  const failure = { id: 'news/Latest', reason: 'it throws' } as const;

  test('when a release throws on the server, it fails for the page’s visitors', async () => {
    await renderFor(() =>
      Promise.resolve(sampleRenderedPage('/', { failures: [{ ...failure, stage: 'render' }] })),
    );
    await until(() => isRejected('visitors'));
  });

  test.each<[string, () => Promise<RenderedPage>]>([
    ['hangs or is saturated, so visitors get the live page', () => Promise.reject(new Error('too late'))],
    [
      'is cut off',
      () => Promise.resolve(sampleRenderedPage('/', { failures: [{ ...failure, stage: 'late' }] })),
    ],
  ])('a rendering that %s counts against no release', async (_, render) => {
    await renderFor(render);
    await visitAll(101, 8, 'group=00');
    await until(async () => (await stateOf())?.partial?.visits?.visitors === 8);
    expect((await stateOf())?.partial?.visits?.failing).toBe(0);
  });
});
