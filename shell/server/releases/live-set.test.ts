import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { deferred } from '../../testing/islands';
import { fakeRenderer } from '../../testing/renderer';
import { sampleReleaseSet } from '../../testing/release-set';
import { later, nextPoll, startTeams, liveVersions, versionsWith, type Teams } from '../../testing/site';
import { respondWith, sampleRelease, VERSIONS } from '../../testing/team-origin';
import type { Site } from '../open-site';
import type { Renderer } from '../render/supervised-worker';

const [FIRST, SECOND, THIRD] = VERSIONS;

let all: Teams;
beforeEach(async () => {
  // The clock stops until a test moves it.
  later(0);
  all = await startTeams();
});

const release = async (name: 'blog' | 'home', version: string) => {
  all.teams[name].publish(sampleRelease(name, version));
  await nextPoll(all.teams[name]);
};
const untilLive = async (site: Site, ...versions: readonly string[]) => {
  while (versions.some((version) => !liveVersions(site).includes(version))) await nextPoll(all.teams.blog);
};
const rejectNext = (reason = 'Cannot read properties of null') =>
  all.renderTest.mockRejectedValueOnce(new Error(reason));
/** Crashes the workers of a set: of the last one, or of the one with this index. */
const keepEnding = (index = -1) => all.renderers.at(index)?.keepEnding(new Error('boom'));
/** Crashes the workers of the live set, and those of its second start. */
const keepEndingTwice = async () => {
  const started = all.renderers.length;
  keepEnding();
  while (all.renderers.length === started) await nextPoll(all.teams.blog);
  keepEnding();
};

test('a first start promotes every team’s release in one tested set; the same pointers then cause no request and no change', async () => {
  const site = await all.open();
  const live = site.live();
  const { releaseSet } = live;
  expect(liveVersions(site)).toEqual(versionsWith(FIRST));
  await nextPoll(all.teams.home);
  expect(site.live()).toBe(live);
  expect(all.teams.home.received.filter(({ url }) => url.endsWith('/release.json'))).toHaveLength(1);
  expect(all.renderTest.mock.calls.map(([set]) => set)).toEqual([releaseSet]);
  expect(all.log.info.mock.calls).toEqual([
    [expect.stringMatching(`^Release set ${releaseSet.id} is live: (\\w+ ${FIRST}(, |$)){3}$`)],
  ]);
});

test('a first start skips an unreachable team, and a team whose release cannot be rendered', async () => {
  all.teams.forms.break(respondWith(503, ''));
  all.renderTest.mockImplementation((set) =>
    set.remotes.blog ? Promise.reject(new Error('broken')) : Promise.resolve(fakeRenderer(set)),
  );
  const site = await all.open();
  expect(liveVersions(site)).toEqual([`home@${FIRST}`]);
  expect(all.log.warn.mock.calls).toContainEqual([`blog ${FIRST} is rejected at render-test: broken`]);
});

test('a first start does not wait for a slow origin: its release goes live when it arrives', async () => {
  all.teams.blog.break(() => undefined);
  const site = await all.open({ startDeadlineMs: 50 });
  expect(liveVersions(site)).not.toContain(`blog@${FIRST}`);
  all.teams.blog.break(null);
  await untilLive(site, `blog@${FIRST}`);
});

test('a first start is retried after half a minute on a machine that cannot render', async () => {
  all.renderTest.mockRejectedValue(new Error('no memory'));
  const site = await all.open();
  await nextPoll(all.teams.home);
  const tries = all.renderTest.mock.calls.length;
  await nextPoll(all.teams.home);
  expect([liveVersions(site), all.renderTest.mock.calls.length]).toEqual([[], tries]);
  expect(site.live().renderer.status().state).toBe('failing');
  all.renderTest.mockImplementation((set) => Promise.resolve(fakeRenderer(set)));
  later(30_000);
  await untilLive(site, ...versionsWith(FIRST));
});

test('a new pointer replaces only that team’s release, also while another’s origin hangs; the old renderer stops later', async () => {
  const site = await all.open();
  const before = site.live().releaseSet;
  const liveAtStop = jest.fn();
  all.renderers[0]?.stop.mockImplementation(() => {
    liveAtStop(site.live().renderer);
    return Promise.resolve();
  });
  all.teams.home.break(() => undefined);
  await release('blog', SECOND);
  expect(liveVersions(site)).toEqual(versionsWith(FIRST, { blog: SECOND }));
  expect(site.live().releaseSet.remotes.home).toBe(before.remotes.home);
  expect(liveAtStop.mock.calls).toEqual([[all.renderers[1]]]);
  expect(site.live().renderer).toBe(all.renderers[1]);
  expect(all.log.info).toHaveBeenLastCalledWith(
    `Release set ${site.live().releaseSet.id} is live: blog ${SECOND}`,
  );
});

test('a new pointer to an earlier release returns to its set without a download; a later one is no earlier release', async () => {
  const site = await all.open();
  const earlier = () => site.report().remotes['blog']?.previous.map(({ version }) => version);
  await release('blog', SECOND);
  const { id } = site.live().releaseSet;
  await release('blog', THIRD);
  expect(site.live().releaseSet.id).not.toBe(id);
  expect(earlier()).toEqual([SECOND, FIRST]);
  for (const file of ['release.json', 'release.json.sig', ...Object.keys(sampleRelease('blog').files)])
    all.teams.blog.set(`/${SECOND}/${file}`, respondWith(404, ''));
  all.teams.blog.point(SECOND);
  await nextPoll(all.teams.blog);
  expect([site.live().releaseSet.id, earlier()]).toEqual([id, [FIRST]]);
});

test('a release that cannot be rendered changes nothing, and delays no other; the report has no stack or paths', async () => {
  const site = await all.open();
  const before = site.live();
  rejectNext('Cannot find /srv/data/releases/blog/x/server/teaser.js\n    at load (/srv/main.js:1:2)');
  await release('blog', SECOND);
  await nextPoll(all.teams.blog);
  expect(site.live()).toBe(before);
  expect(all.renderers[0]?.stop).not.toHaveBeenCalled();
  expect(site.report().remotes['blog']?.rejections[0]?.reason).toBe('Cannot find teaser.js');
  expect(all.log.warn.mock.calls).toEqual([
    [`blog ${SECOND} is rejected at render-test: Cannot find teaser.js`],
  ]);
  await release('home', SECOND);
  await release('blog', THIRD);
  expect(liveVersions(site)).toEqual(versionsWith(FIRST, { home: SECOND, blog: THIRD }));
});

test('a set whose workers keep ending is started once more; a release whose workers end again is rolled back, reported, and not retried for an hour', async () => {
  const site = await all.open();
  later(1_000);
  await release('blog', SECOND);
  keepEnding();
  while (all.renderers.length === 2) await nextPoll(all.teams.blog);
  expect(liveVersions(site)).toContain(`blog@${SECOND}`);
  expect(site.report().remotes['blog']?.rejections).toEqual([]);
  keepEnding();
  await untilLive(site, `blog@${FIRST}`);
  expect(site.report().remotes['blog']).toMatchObject({
    live: { version: FIRST },
    previous: [],
    rejections: [{ version: SECOND, step: 'render-test', reason: 'its render workers keep ending: boom' }],
  });
  later(3_599_999);
  await nextPoll(all.teams.blog);
  expect(liveVersions(site)).toContain(`blog@${FIRST}`);
  later(1);
  await untilLive(site, `blog@${SECOND}`);
});

test('when workers keep ending, promotions are rolled back newest first; if every earlier set fails too, all come back', async () => {
  const site = await all.open();
  await release('blog', SECOND);
  await release('home', SECOND);
  await keepEndingTwice();
  await untilLive(site, `home@${FIRST}`, `blog@${SECOND}`);
  await keepEndingTwice();
  await untilLive(site, `home@${FIRST}`, `blog@${FIRST}`);
  await nextPoll(all.teams.blog);
  expect(liveVersions(site)).toEqual(versionsWith(FIRST));
  await keepEndingTwice();
  await untilLive(site, `home@${SECOND}`, `blog@${SECOND}`);
});

test('while no set can be started, no release is rejected, and the set stays', async () => {
  const site = await all.open();
  await release('blog', SECOND);
  const before = site.live();
  for (let time = 0; time < 2; time += 1) rejectNext('no memory');
  keepEnding();
  while (all.log.warn.mock.calls.length < 2) await nextPoll(all.teams.blog);
  await nextPoll(all.teams.blog);
  expect(site.live()).toBe(before);
  expect(site.report().remotes['blog']?.rejections).toEqual([]);
  expect(all.log.warn.mock.calls).toEqual(
    Array(2).fill([expect.stringMatching(/^Release set \w{12} is .*no memory$/)]),
  );
});

test('a release whose workers keep ending rolls back further when the set below cannot be rendered', async () => {
  const site = await all.open();
  await release('blog', SECOND);
  await release('home', SECOND);
  all.renderTest.mockImplementation((set) =>
    set.remotes.blog?.version === SECOND
      ? Promise.reject(new Error('Cannot read properties of null'))
      : Promise.resolve(fakeRenderer(set)),
  );
  keepEnding();
  await untilLive(site, ...versionsWith(FIRST));
  while (site.report().remotes['blog']?.rejections.length === 0) await nextPoll(all.teams.blog);
  expect(all.log.warn).toHaveBeenCalledWith(expect.stringMatching(/^Release set \w{12} is .* of null$/));
});

test('a set that failed to restart is started again when an earlier set works, because the machine may have recovered', async () => {
  const site = await all.open();
  await release('blog', SECOND);
  rejectNext('no memory');
  keepEnding();
  // The set of the first release, then the full set.
  while (all.renderers.length < 4) await nextPoll(all.teams.blog);
  await untilLive(site, `blog@${SECOND}`);
  expect(site.report().remotes['blog']?.rejections).toEqual([]);
  // Workers that end once more are the release's fault.
  keepEnding();
  await untilLive(site, `blog@${FIRST}`);
  while (site.report().remotes['blog']?.rejections.length === 0) await nextPoll(all.teams.blog);
  expect(site.report().remotes['blog']?.rejections).toMatchObject([{ version: SECOND }]);
});

test('a release whose workers keep ending has no effect after it was replaced', async () => {
  const site = await all.open();
  await release('blog', SECOND);
  keepEnding(0);
  // The next change waits for a rollback.
  await release('home', SECOND);
  await untilLive(site, `home@${SECOND}`, `blog@${SECOND}`);
  expect(all.renderTest).toHaveBeenCalledTimes(3);
});

test('a stopped site does not poll, and stops the set under test', async () => {
  const site = await all.open();
  const trial = deferred<Renderer>();
  all.renderTest.mockReturnValueOnce(trial.promise);
  all.teams.blog.publish(sampleRelease('blog', SECOND));
  while (all.renderTest.mock.calls.length === 1) await pause(5);
  await site.stop();
  expect(all.renderers[0]?.stop).toHaveBeenCalledTimes(1);
  const next = fakeRenderer(sampleReleaseSet());
  trial.resolve(next);
  while (next.stop.mock.calls.length === 0) await pause(5);
  expect(liveVersions(site)).toContain(`blog@${FIRST}`);
  const requestsBefore = all.teams.home.received.length;
  await pause(200);
  // One poll may have been in progress.
  expect(all.teams.home.received.length - requestsBefore).toBeLessThanOrEqual(1);
});

/** Begins a render test that does not end, as if the tested release had killed the shell; resolves to its end. */
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

test('a release during whose test the shell was killed is set aside by the next shell, until that is stopped', async () => {
  await all.open();
  await untilTested(() => {
    all.teams.blog.publish(sampleRelease('blog', SECOND));
  });
  const site = await all.open();
  expect(liveVersions(site)).toEqual(versionsWith(FIRST));
  const rejections = () => site.report().remotes['blog']?.rejections ?? [];
  while (rejections().length === 0) await nextPoll(all.teams.blog);
  const reason = `the shell was killed while it tested blog ${SECOND}; restart the shell to test it again`;
  expect(rejections()).toMatchObject([{ version: SECOND, step: 'render-test', reason }]);
  await release('blog', THIRD);
  await untilLive(site, `blog@${THIRD}`);
  await site.stop();
  all.teams.blog.point(SECOND);
  await untilLive(await all.open(), `blog@${SECOND}`);
});

test('a test that waits while the shell is stopped does not begin, and sets no release aside', async () => {
  const site = await all.open();
  const end = await untilTested(() => {
    all.teams.home.publish(sampleRelease('home', SECOND));
  });
  all.teams.blog.publish(sampleRelease('blog', SECOND));
  const copy = path.join(site.releases, 'blog', SECOND, 'release.json.sig');
  while (!existsSync(copy)) await pause(5);
  const tests = all.renderTest.mock.calls.length;
  await site.stop();
  end();
  while (site.report().remotes['blog']?.rejections.length === 0) await pause(5);
  expect(all.renderTest).toHaveBeenCalledTimes(tests);
  expect(readFileSync(path.join(all.folder, 'in-test'), 'utf8')).toBe('');
});

test('a shell that was killed during its first test starts with the same releases', async () => {
  let killed: Promise<Site> | undefined;
  const end = await untilTested(() => {
    killed = all.open();
  });
  expect(liveVersions(await all.open())).toEqual(versionsWith(FIRST));
  end();
  await killed;
});
