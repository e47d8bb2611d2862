import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { deferred } from '../../testing/islands';
import { fakeRenderer } from '../../testing/renderer';
import { sampleReleaseSet } from '../../testing/release-set';
import { startTeams, type Teams, versionsWith } from '../../testing/bakery/start';
import { later, liveVersions, nextPoll } from '../../testing/site';
import { respondWith, sampleRelease, VERSIONS } from '../../testing/team-origin';
import type { Engine } from '../open-engine';
import type { Renderer } from '../render/supervised-worker';

const [FIRST, SECOND, THIRD] = VERSIONS;

let all: Teams;
beforeEach(async () => {
  // The clock stops until a test moves it.
  later(0);
  all = await startTeams();
});

const release = async (name: 'news' | 'shop', version: string) => {
  all.teams[name].publish(version);
  await nextPoll(all.teams[name]);
};
const untilLive = async (engine: Engine, ...versions: readonly string[]) => {
  while (versions.some((version) => !liveVersions(engine).includes(version))) await nextPoll(all.teams.news);
};
const rejectNext = (reason = 'Cannot read properties of null') =>
  all.renderTest.mockRejectedValueOnce(new Error(reason));
/** Crashes the workers of a set: of the last one, or of the one with this index. */
const keepEnding = (index = -1) => all.renderers.at(index)?.keepEnding(new Error('boom'));
/** Crashes the workers of the live set, and those of its second start. */
const keepEndingTwice = async () => {
  const started = all.renderers.length;
  keepEnding();
  while (all.renderers.length === started) await nextPoll(all.teams.news);
  keepEnding();
};

test('a first start promotes every team’s release in one tested set; the same pointers then cause no request and no change', async () => {
  const engine = await all.open();
  const live = engine.live();
  const { releaseSet } = live;
  expect(liveVersions(engine)).toEqual(versionsWith(FIRST));
  await nextPoll(all.teams.shop);
  expect(engine.live()).toBe(live);
  expect(all.teams.shop.received.filter(({ url }) => url.endsWith('/release.json'))).toHaveLength(1);
  expect(all.renderTest.mock.calls.map(([set]) => set)).toEqual([releaseSet]);
  expect(all.log.info.mock.calls).toEqual([
    [expect.stringMatching(`^Release set ${releaseSet.id} is live: (\\w+ ${FIRST}(, |$)){3}$`)],
  ]);
});

test('a first start skips an unreachable team, and a team whose release cannot be rendered', async () => {
  all.teams.orders.break(respondWith(503, ''));
  all.renderTest.mockImplementation((set) =>
    set.remotes.news ? Promise.reject(new Error('broken')) : Promise.resolve(fakeRenderer(set)),
  );
  const engine = await all.open();
  expect(liveVersions(engine)).toEqual([`shop@${FIRST}`]);
  expect(all.log.warn.mock.calls).toContainEqual([`news ${FIRST} is rejected at render-test: broken`]);
});

test('a first start does not wait for a slow origin: its release goes live when it arrives', async () => {
  all.teams.news.break(() => undefined);
  const engine = await all.open({ startDeadlineMs: 50 });
  expect(liveVersions(engine)).not.toContain(`news@${FIRST}`);
  all.teams.news.break(null);
  await untilLive(engine, `news@${FIRST}`);
});

test('a first start is retried after half a minute on a machine that cannot render', async () => {
  all.renderTest.mockRejectedValue(new Error('no memory'));
  const engine = await all.open();
  await nextPoll(all.teams.shop);
  const tries = all.renderTest.mock.calls.length;
  await nextPoll(all.teams.shop);
  expect([liveVersions(engine), all.renderTest.mock.calls.length]).toEqual([[], tries]);
  expect(engine.live().renderer.status().state).toBe('failing');
  all.renderTest.mockImplementation((set) => Promise.resolve(fakeRenderer(set)));
  later(30_000);
  await untilLive(engine, ...versionsWith(FIRST));
});

test('a new pointer replaces only that team’s release, also while another’s origin hangs; the old renderer stops later', async () => {
  const engine = await all.open();
  const before = engine.live().releaseSet;
  const liveAtStop = jest.fn();
  all.renderers[0]?.stop.mockImplementation(() => {
    liveAtStop(engine.live().renderer);
    return Promise.resolve();
  });
  all.teams.shop.break(() => undefined);
  await release('news', SECOND);
  expect(liveVersions(engine)).toEqual(versionsWith(FIRST, { news: SECOND }));
  expect(engine.live().releaseSet.remotes.shop).toEqual(before.remotes.shop);
  expect(liveAtStop.mock.calls).toEqual([[all.renderers[1]]]);
  expect(engine.live().renderer).toBe(all.renderers[1]);
  expect(all.log.info).toHaveBeenLastCalledWith(
    `Release set ${engine.live().releaseSet.id} is live: news ${SECOND}`,
  );
});

test('a rollback uses the stored copy; the release that was rolled back is no fallback', async () => {
  const engine = await all.open();
  const earlier = () => engine.report().remotes['news']?.previous.map(({ version }) => version);
  await release('news', SECOND);
  const { id } = engine.live().releaseSet;
  await release('news', THIRD);
  expect(engine.live().releaseSet.id).not.toBe(id);
  expect(earlier()).toEqual([SECOND, FIRST]);
  for (const file of ['release.json', 'release.json.sig', ...Object.keys(sampleRelease('news').files)])
    all.teams.news.set(`/${SECOND}/${file}`, respondWith(404, ''));
  all.teams.news.point(SECOND);
  await nextPoll(all.teams.news);
  expect([engine.live().releaseSet.id, earlier()]).toEqual([id, [FIRST]]);
});

test('a release that cannot be rendered changes nothing, and delays no other; the report has no stack or paths', async () => {
  const engine = await all.open();
  const before = engine.live();
  rejectNext('Cannot find /srv/data/releases/news/x/server/teaser.js\n    at load (/srv/main.js:1:2)');
  await release('news', SECOND);
  await nextPoll(all.teams.news);
  expect(engine.live()).toBe(before);
  expect(all.renderers[0]?.stop).not.toHaveBeenCalled();
  expect(engine.report().remotes['news']?.rejections[0]?.reason).toBe('Cannot find teaser.js');
  expect(all.log.warn.mock.calls).toEqual([
    [`news ${SECOND} is rejected at render-test: Cannot find teaser.js`],
  ]);
  await release('shop', SECOND);
  await release('news', THIRD);
  expect(liveVersions(engine)).toEqual(versionsWith(FIRST, { shop: SECOND, news: THIRD }));
});

test('a set whose workers keep ending is started once more; a release whose workers end again is rolled back, reported, and not retried for an hour', async () => {
  const engine = await all.open();
  later(1_000);
  await release('news', SECOND);
  keepEnding();
  while (all.renderers.length === 2) await nextPoll(all.teams.news);
  expect(liveVersions(engine)).toContain(`news@${SECOND}`);
  expect(engine.report().remotes['news']?.rejections).toEqual([]);
  keepEnding();
  await untilLive(engine, `news@${FIRST}`);
  expect(engine.report().remotes['news']).toMatchObject({
    live: { version: FIRST },
    previous: [],
    rejections: [{ version: SECOND, step: 'render-test', reason: 'its render workers keep ending: boom' }],
  });
  later(3_599_999);
  await nextPoll(all.teams.news);
  expect(liveVersions(engine)).toContain(`news@${FIRST}`);
  later(1);
  await untilLive(engine, `news@${SECOND}`);
});

test('when workers keep ending, promotions are rolled back newest first; if every earlier set fails too, all come back', async () => {
  const engine = await all.open();
  await release('news', SECOND);
  await release('shop', SECOND);
  await keepEndingTwice();
  await untilLive(engine, `shop@${FIRST}`, `news@${SECOND}`);
  await keepEndingTwice();
  await untilLive(engine, `shop@${FIRST}`, `news@${FIRST}`);
  await nextPoll(all.teams.news);
  expect(liveVersions(engine)).toEqual(versionsWith(FIRST));
  await keepEndingTwice();
  await untilLive(engine, `shop@${SECOND}`, `news@${SECOND}`);
});

test('while no set can be started, no release is rejected, and the set stays', async () => {
  const engine = await all.open();
  await release('news', SECOND);
  const before = engine.live();
  for (let time = 0; time < 2; time += 1) rejectNext('no memory');
  keepEnding();
  while (all.log.warn.mock.calls.length < 2) await nextPoll(all.teams.news);
  await nextPoll(all.teams.news);
  expect(engine.live()).toBe(before);
  expect(engine.report().remotes['news']?.rejections).toEqual([]);
  expect(all.log.warn.mock.calls).toEqual(
    Array(2).fill([expect.stringMatching(/^Release set \w{12} is .*no memory$/)]),
  );
});

test('a release whose workers keep ending rolls back further when the set below cannot be rendered', async () => {
  const engine = await all.open();
  await release('news', SECOND);
  await release('shop', SECOND);
  all.renderTest.mockImplementation((set) =>
    set.remotes.news?.version === SECOND
      ? Promise.reject(new Error('Cannot read properties of null'))
      : Promise.resolve(fakeRenderer(set)),
  );
  keepEnding();
  await untilLive(engine, ...versionsWith(FIRST));
  while (engine.report().remotes['news']?.rejections.length === 0) await nextPoll(all.teams.news);
  expect(all.log.warn).toHaveBeenCalledWith(expect.stringMatching(/^Release set \w{12} is .* of null$/));
});

test('a set that failed to restart is started again when an earlier set works, because the machine may have recovered', async () => {
  const engine = await all.open();
  await release('news', SECOND);
  rejectNext('no memory');
  keepEnding();
  // The set of the first release, then the full set.
  while (all.renderers.length < 4) await nextPoll(all.teams.news);
  await untilLive(engine, `news@${SECOND}`);
  expect(engine.report().remotes['news']?.rejections).toEqual([]);
  // Workers that end once more are the release's fault.
  keepEnding();
  await untilLive(engine, `news@${FIRST}`);
  while (engine.report().remotes['news']?.rejections.length === 0) await nextPoll(all.teams.news);
  expect(engine.report().remotes['news']?.rejections).toMatchObject([{ version: SECOND }]);
});

test('a release whose workers keep ending has no effect after it was replaced', async () => {
  const engine = await all.open();
  await release('news', SECOND);
  keepEnding(0);
  // The next change waits for a rollback.
  await release('shop', SECOND);
  await untilLive(engine, `shop@${SECOND}`, `news@${SECOND}`);
  expect(all.renderTest).toHaveBeenCalledTimes(3);
});

test('a stopped engine does not poll, and stops the set under test', async () => {
  const engine = await all.open();
  const trial = deferred<Renderer>();
  all.renderTest.mockReturnValueOnce(trial.promise);
  all.teams.news.publish(SECOND);
  while (all.renderTest.mock.calls.length === 1) await pause(5);
  await engine.stop();
  expect(all.renderers[0]?.stop).toHaveBeenCalledTimes(1);
  const next = fakeRenderer(sampleReleaseSet());
  trial.resolve(next);
  while (next.stop.mock.calls.length === 0) await pause(5);
  expect(liveVersions(engine)).toContain(`news@${FIRST}`);
  const requestsBefore = all.teams.shop.received.length;
  await pause(200);
  // One poll may have been in progress.
  expect(all.teams.shop.received.length - requestsBefore).toBeLessThanOrEqual(1);
});

/** Begins a render test that does not end, as if the tested release had killed the host; resolves to its end. */
async function untilTested(begin: () => unknown) {
  const { length } = all.renderTest.mock.calls;
  const trial = deferred<Renderer>();
  all.renderTest.mockReturnValueOnce(trial.promise);
  begin();
  while (all.renderTest.mock.calls.length === length) await pause(5);
  return () => {
    trial.resolve(fakeRenderer(sampleReleaseSet()));
  };
}

test('a release during whose test the host was killed is set aside by the next host, until that is stopped', async () => {
  await all.open();
  await untilTested(() => {
    all.teams.news.publish(SECOND);
  });
  const engine = await all.open();
  expect(liveVersions(engine)).toEqual(versionsWith(FIRST));
  const rejections = () => engine.report().remotes['news']?.rejections ?? [];
  while (rejections().length === 0) await nextPoll(all.teams.news);
  const reason = `the host was killed while it tested news ${SECOND}; restart the host to test it again`;
  expect(rejections()).toMatchObject([{ version: SECOND, step: 'render-test', reason }]);
  await release('news', THIRD);
  await untilLive(engine, `news@${THIRD}`);
  await engine.stop();
  all.teams.news.point(SECOND);
  await untilLive(await all.open(), `news@${SECOND}`);
});

test('a test that waits while the host is stopped does not begin, and sets no release aside', async () => {
  const engine = await all.open();
  const end = await untilTested(() => {
    all.teams.shop.publish(SECOND);
  });
  all.teams.news.publish(SECOND);
  const copy = path.join(engine.releases, 'news', SECOND, 'release.json.sig');
  while (!existsSync(copy)) await pause(5);
  const tests = all.renderTest.mock.calls.length;
  await engine.stop();
  end();
  while (engine.report().remotes['news']?.rejections.length === 0) await pause(5);
  expect(all.renderTest).toHaveBeenCalledTimes(tests);
  expect(readFileSync(path.join(all.folder, 'in-test'), 'utf8')).toBe('');
});

test('a host that was killed during its first test starts with the same releases', async () => {
  let killed: Promise<Engine> | undefined;
  const end = await untilTested(() => {
    killed = all.open();
  });
  expect(liveVersions(await all.open())).toEqual(versionsWith(FIRST));
  end();
  await killed;
});
