import { beforeEach, describe, expect, jest, test } from '@jest/globals';
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
const rejectNext = () => all.renderTest.mockRejectedValueOnce(new Error('Cannot read properties of null'));

describe('a first start', () => {
  test('promotes every team’s release in one tested set, with addresses on the site’s origin', async () => {
    const site = await all.open();
    const { releaseSet } = site.live();
    expect(liveVersions(site)).toEqual(versionsWith(FIRST));
    expect(releaseSet.remotes.blog).toMatchObject({
      version: FIRST,
      base: `/remotes/blog/${FIRST}/`,
      container: `blog_${FIRST}`,
      entry: `/remotes/blog/${FIRST}/client/remoteEntry.js`,
      modules: sampleRelease('blog').modules,
    });
    expect(all.renderTest.mock.calls.map(([set]) => set)).toEqual([releaseSet]);
    expect(all.log.info.mock.calls).toEqual([
      [expect.stringMatching(`^Release set ${releaseSet.id} is live: (\\w+ ${FIRST}(, |$)){3}$`)],
    ]);
  });

  test('skips an unreachable team, and a team whose release cannot be rendered', async () => {
    all.teams.forms.break(respondWith(503, ''));
    all.renderTest.mockImplementation((set) =>
      set.remotes.blog ? Promise.reject(new Error('broken')) : Promise.resolve(fakeRenderer(set)),
    );
    const site = await all.open();
    expect(liveVersions(site)).toEqual([`home@${FIRST}`]);
    expect(all.log.warn.mock.calls).toContainEqual([`blog ${FIRST} is rejected at render-test: broken`]);
  });

  test('does not wait for a slow origin: its release goes live when it arrives', async () => {
    all.teams.blog.break(() => undefined);
    const site = await all.open({ startDeadlineMs: 50 });
    expect(liveVersions(site)).not.toContain(`blog@${FIRST}`);
    all.teams.blog.break(null);
    await untilLive(site, `blog@${FIRST}`);
  });

  test('is retried after half a minute on a machine that cannot render', async () => {
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
});

describe('a new pointer', () => {
  test('replaces only that team’s release; the old renderer stops after the new one is live', async () => {
    const site = await all.open();
    const before = site.live().releaseSet;
    const liveAtStop = jest.fn();
    all.renderers[0]?.stop.mockImplementation(() => {
      liveAtStop(site.live().renderer);
      return Promise.resolve();
    });
    await release('blog', SECOND);
    expect(liveVersions(site)).toEqual(versionsWith(FIRST, { blog: SECOND }));
    expect(site.live().releaseSet.remotes.home).toBe(before.remotes.home);
    expect(liveAtStop.mock.calls).toEqual([[all.renderers[1]]]);
    expect(site.live().renderer).toBe(all.renderers[1]);
    expect(all.log.info).toHaveBeenLastCalledWith(
      `Release set ${site.live().releaseSet.id} is live: blog ${SECOND}`,
    );
  });

  test('to an earlier release rolls back to its set without another download', async () => {
    const site = await all.open();
    const { id } = site.live().releaseSet;
    await release('blog', SECOND);
    expect(site.live().releaseSet.id).not.toBe(id);
    for (const file of ['release.json', 'release.json.sig', ...Object.keys(sampleRelease('blog').files)])
      all.teams.blog.set(`/${FIRST}/${file}`, respondWith(404, ''));
    all.teams.blog.setJson('/current.json', { version: FIRST });
    await nextPoll(all.teams.blog);
    expect(site.live().releaseSet.id).toBe(id);
  });

  test('of one team is followed while another’s origin hangs', async () => {
    const site = await all.open();
    all.teams.home.break(() => undefined);
    await release('blog', SECOND);
    expect(liveVersions(site)).toContain(`blog@${SECOND}`);
  });

  test('that names the live release has no effect and causes no request', async () => {
    const site = await all.open();
    const before = site.live();
    await nextPoll(all.teams.home);
    expect(site.live()).toBe(before);
    expect(all.teams.home.received.filter(({ url }) => url.endsWith('/release.json'))).toHaveLength(1);
  });
});

describe('a release that cannot be rendered', () => {
  test('leaves the live set and its renderer; the report has no stack or paths, and the log one line', async () => {
    const site = await all.open();
    const before = site.live();
    const reason = 'Cannot find /srv/data/releases/blog/x/server/teaser.js\n    at load (/srv/main.js:1:2)';
    all.renderTest.mockRejectedValueOnce(new Error(reason));
    await release('blog', SECOND);
    await nextPoll(all.teams.blog);
    expect(site.live()).toBe(before);
    expect(all.renderers[0]?.stop).not.toHaveBeenCalled();
    expect(site.report().remotes['blog']?.rejections[0]?.reason).toBe('Cannot find teaser.js');
    expect(all.log.warn.mock.calls).toEqual([
      [`blog ${SECOND} is rejected at render-test: Cannot find teaser.js`],
    ]);
  });

  test('is replaced by the next release at once, and does not delay other teams’ releases', async () => {
    const site = await all.open();
    rejectNext();
    await release('blog', SECOND);
    await release('home', SECOND);
    await release('blog', THIRD);
    expect(liveVersions(site)).toEqual(versionsWith(FIRST, { home: SECOND, blog: THIRD }));
  });
});

describe('a release whose workers keep ending', () => {
  test('is rolled back, reported, and not retried for an hour', async () => {
    const site = await all.open();
    later(1_000);
    await release('blog', SECOND);
    all.renderers.at(-1)?.keepEnding(new Error('boom'));
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

  test('rolls back the newest promotion first, then the one before it', async () => {
    const site = await all.open();
    await release('blog', SECOND);
    await release('home', SECOND);
    all.renderers.at(-1)?.keepEnding(new Error('boom'));
    await untilLive(site, `home@${FIRST}`, `blog@${SECOND}`);
    all.renderers.at(-1)?.keepEnding(new Error('boom'));
    await untilLive(site, `home@${FIRST}`, `blog@${FIRST}`);
  });

  test('rolls back further when the set below cannot be rendered', async () => {
    const site = await all.open();
    await release('blog', SECOND);
    await release('home', SECOND);
    rejectNext();
    all.renderers.at(-1)?.keepEnding(new Error('boom'));
    await untilLive(site, ...versionsWith(FIRST));
    expect(all.log.warn).toHaveBeenCalledWith(
      expect.stringMatching(/^The set below, \w{12}, is .* of null$/),
    );
  });

  test('has no effect after it was replaced', async () => {
    const site = await all.open();
    await release('blog', SECOND);
    all.renderers[0]?.keepEnding(new Error('boom'));
    await nextPoll(all.teams.blog);
    expect(liveVersions(site)).toContain(`blog@${SECOND}`);
  });

  test('stays live without an earlier set', async () => {
    const site = await all.open();
    const before = site.live();
    all.renderers.at(-1)?.keepEnding(new Error('boom'));
    await nextPoll(all.teams.blog);
    expect(site.live()).toBe(before);
  });
});

test('browsers fall back to the previous release, never to a rolled-back one', async () => {
  const site = await all.open();
  const previous = () => site.live().previous['blog']?.release.version;
  expect(previous()).toBeUndefined();
  for (const version of [SECOND, THIRD]) await release('blog', version);
  expect(previous()).toBe(SECOND);
  expect(site.report().remotes['blog']?.previous.map(({ version }) => version)).toEqual([SECOND, FIRST]);
  all.teams.blog.setJson('/current.json', { version: SECOND });
  await nextPoll(all.teams.blog);
  expect(previous()).toBe(FIRST);
});

test('a stopped site does not poll, and stops the set under test', async () => {
  const site = await all.open();
  const [started, trial] = [deferred<undefined>(), deferred<Renderer>()];
  all.renderTest.mockImplementationOnce(() => {
    started.resolve(undefined);
    return trial.promise;
  });
  all.teams.blog.publish(sampleRelease('blog', SECOND));
  await started.promise;
  await site.stop();
  expect(all.renderers[0]?.stop).toHaveBeenCalledTimes(1);
  const late = fakeRenderer(sampleReleaseSet());
  const stopped = deferred<undefined>();
  late.stop.mockImplementation(() => {
    stopped.resolve(undefined);
    return Promise.resolve();
  });
  trial.resolve(late);
  await stopped.promise;
  expect(liveVersions(site)).toContain(`blog@${FIRST}`);
  const requestsBefore = all.teams.home.received.length;
  const other = await startTeams();
  await other.open();
  for (let poll = 0; poll < 3; poll += 1) await nextPoll(other.teams.home);
  // One poll may have been in progress.
  expect(all.teams.home.received.length - requestsBefore).toBeLessThanOrEqual(1);
});
