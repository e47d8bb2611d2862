/** @jest-environment node */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { REMOTE_NAMES } from '@vidlunnia/remote-kit/environment/topology';
import { nextPoll, startTeams, versionsOf, versionsWith, type Teams } from '../../testing/live-site';
import { deferred } from '../../testing/islands';
import { fakeRenderer } from '../../testing/renderer';
import { sampleReleaseSet } from '../../testing/release-set';
import { sampleRelease, VERSIONS } from '../../testing/team-origin';
import type { Renderer } from '../render/supervised-worker';
import type { LiveSite } from './live-site';

const [FIRST, SECOND] = VERSIONS;
const THIRD = 'cccccccccccc';

let all: Teams;
beforeEach(async () => {
  // Time stands still until a test moves it.
  later(0);
  all = await startTeams();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const rejectNext = () => all.renderTest.mockRejectedValueOnce(new Error('Cannot read properties of null'));
const later = (milliseconds: number) => {
  const now = Date.now();
  jest.spyOn(Date, 'now').mockReturnValue(now + milliseconds);
};

describe('a release that can be rendered', () => {
  test('goes live with its renderer; the old one is stopped, after the new one is there', async () => {
    const site = await all.open();
    const [old] = all.renderers;
    const liveAtStop = jest.fn();
    old?.stop.mockImplementation(() => {
      liveAtStop(site.current().renderer);
      return Promise.resolve();
    });
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    expect(site.current().renderer).toBe(all.renderers[1]);
    expect(liveAtStop.mock.calls).toEqual([[all.renderers[1]]]);
    expect(all.renderers[1]?.stop).not.toHaveBeenCalled();
  });

  test('of another team goes live beside one that cannot', async () => {
    const site = await all.open();
    all.renderTest.mockImplementation((set) =>
      set.remotes.home?.version === SECOND
        ? Promise.reject(new Error('broken'))
        : Promise.resolve(fakeRenderer(set)),
    );
    for (const name of ['home', 'blog'] as const) all.teams[name].publish(sampleRelease(name, SECOND));
    await nextPoll(all.teams.home);
    await nextPoll(all.teams.blog);
    expect(versionsOf(site.current().releaseSet).sort()).toEqual(
      versionsWith(FIRST, { blog: SECOND }).sort(),
    );
  });
});

describe('a release that cannot be rendered', () => {
  test('leaves the old set with its renderer, which goes on, and is logged once', async () => {
    const site = await all.open();
    const before = site.current();
    rejectNext();
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    await nextPoll(all.teams.blog);
    expect(site.current()).toBe(before);
    expect(all.renderers[0]?.stop).not.toHaveBeenCalled();
    expect(all.log.warn.mock.calls).toEqual([
      [`blog ${SECOND} is rejected at render-test: Cannot read properties of null`],
    ]);
  });

  test('is reported without a stack, and without places on the disk', async () => {
    const site = await all.open();
    const message =
      'Cannot find /srv/data/releases/blog/x/server/teaser.js\n    at load (/srv/shell/main.js:1:2)';
    all.renderTest.mockRejectedValueOnce(new Error(message));
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    expect(site.report().remotes['blog']?.rejections[0]?.reason).toBe('Cannot find teaser.js');
  });

  test('is tried again after half a minute, not at every poll', async () => {
    const site = await all.open();
    rejectNext();
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    await nextPoll(all.teams.blog);
    expect(all.renderTest).toHaveBeenCalledTimes(2);
    later(30_000);
    await nextPoll(all.teams.blog);
    expect(site.current().releaseSet.remotes.blog?.version).toBe(SECOND);
  });

  test('is replaced by the next one at once', async () => {
    const site = await all.open();
    rejectNext();
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    all.teams.blog.publish(sampleRelease('blog', THIRD));
    await nextPoll(all.teams.blog);
    expect(site.current().releaseSet.remotes.blog?.version).toBe(THIRD);
  });
});

describe('a first set that cannot be rendered whole', () => {
  test('goes live without the release that is to blame, which is logged', async () => {
    all.renderTest.mockImplementation((set) =>
      set.remotes.blog ? Promise.reject(new Error('broken')) : Promise.resolve(fakeRenderer(set)),
    );
    const site = await all.open();
    expect(versionsOf(site.current().releaseSet)).toEqual(
      versionsWith(FIRST).filter((version) => version !== `blog@${FIRST}`),
    );
    expect(site.current().renderer).not.toBeNull();
    expect(all.log.warn.mock.calls).toEqual([[`blog ${FIRST} is rejected at render-test: broken`]]);
  });
});

describe('when no worker can render anything', () => {
  beforeEach(() => {
    all.renderTest.mockRejectedValue(new Error('no memory'));
  });
  const recover = () => {
    all.renderTest.mockImplementation((set) => Promise.resolve(fakeRenderer(set)));
  };

  test('the first set is left to browsers, which is logged once', async () => {
    const site = await all.open();
    await nextPoll(all.teams.home);
    expect(versionsOf(site.current().releaseSet)).toHaveLength(REMOTE_NAMES.length);
    expect(site.current().renderer).toBeNull();
    expect(site.isReady()).toBe(false);
    expect(all.log.warn).toHaveBeenCalledWith(
      expect.stringMatching(/^The set \w{12} is rendered by browsers alone/),
    );
    expect(all.log.warn).toHaveBeenCalledTimes(REMOTE_NAMES.length + 1);
  });

  test('it is tried again after half a minute', async () => {
    const site = await all.open();
    const { id } = site.current().releaseSet;
    recover();
    later(30_000);
    await nextPoll(all.teams.home);
    expect(site.current().renderer?.releaseSet.id).toBe(id);
    expect(site.isReady()).toBe(true);
    expect(site.current().releaseSet.id).toBe(id);
  });

  test('and cannot half a minute later either, it stays as it is', async () => {
    const site = await all.open();
    const before = site.current();
    later(30_000);
    await nextPoll(all.teams.home);
    expect(site.current()).toBe(before);
    expect(all.log.info).toHaveBeenCalledTimes(1);
  });

  test('it is rendered as soon as a team brings a better release', async () => {
    const site = await all.open();
    recover();
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    expect(site.current().renderer).not.toBeNull();
    expect(site.current().releaseSet.remotes.blog?.version).toBe(SECOND);
  });
});

test('a site that is stopped while a set is tried keeps no renderer of it', async () => {
  const site = await all.open();
  const started = deferred<undefined>();
  const trial = deferred<Renderer>();
  all.renderTest.mockImplementationOnce(() => {
    started.resolve(undefined);
    return trial.promise;
  });
  all.teams.blog.publish(sampleRelease('blog', SECOND));
  await started.promise;
  await site.stop();
  const late = fakeRenderer(sampleReleaseSet());
  const stopped = deferred<undefined>();
  late.stop.mockImplementation(() => {
    stopped.resolve(undefined);
    return Promise.resolve();
  });
  trial.resolve(late);
  await stopped.promise;
  expect(late.stop).toHaveBeenCalledTimes(1);
  expect(site.current().releaseSet.remotes.blog?.version).toBe(FIRST);
});

describe('a release whose workers keep ending', () => {
  const release = async (name: 'blog' | 'home', version: string) => {
    all.teams[name].publish(sampleRelease(name, version));
    await nextPoll(all.teams[name]);
  };
  const untilLive = async (site: LiveSite, ...versions: readonly string[]) => {
    while (versions.some((version) => !versionsOf(site.current().releaseSet).includes(version)))
      await nextPoll(all.teams.blog);
  };

  test('gives way to the previous one, says why, and is not tried again for an hour', async () => {
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
    expect(site.report().remotes['blog']?.live?.version).toBe(FIRST);
    later(1);
    await untilLive(site, `blog@${SECOND}`);
  });

  test('is the one that came last; when that did not help, the one before it', async () => {
    const site = await all.open();
    later(1_000);
    await release('blog', SECOND);
    later(1_000);
    await release('home', SECOND);
    all.renderers.at(-1)?.keepEnding(new Error('boom'));
    await untilLive(site, `home@${FIRST}`, `blog@${SECOND}`);
    all.renderers.at(-1)?.keepEnding(new Error('boom'));
    await untilLive(site, `home@${FIRST}`, `blog@${FIRST}`);
  });

  test('stays when there is none before it', async () => {
    const site = await all.open();
    const before = site.current();
    all.renderers.at(-1)?.keepEnding(new Error('boom'));
    await nextPoll(all.teams.blog);
    expect(site.current()).toBe(before);
  });
});
