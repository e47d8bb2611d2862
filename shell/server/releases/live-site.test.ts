/** @jest-environment node */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { nextPoll, startTeams, versionsOf, versionsWith, type Teams } from '../../testing/live-site';
import { respondWith, sampleRelease, VERSIONS } from '../../testing/team-origin';

const [FIRST, SECOND, THIRD] = VERSIONS;

let all: Teams;
beforeEach(async () => {
  all = await startTeams();
});

const open = async () => {
  const site = await all.open();
  return {
    live: () => site.current(),
    set: () => site.current().releaseSet,
    versions: () => versionsOf(site.current().releaseSet),
  };
};

test('after the first poll the set has every team’s release, with addresses on the site’s origin', async () => {
  const { set, versions } = await open();
  expect(versions()).toEqual(versionsWith(FIRST));
  expect(set().remotes.blog).toMatchObject({
    version: FIRST,
    base: `/remotes/blog/${FIRST}/`,
    container: `blog_${FIRST}`,
    entry: `/remotes/blog/${FIRST}/client/remoteEntry.js`,
    modules: sampleRelease('blog').modules,
  });
  expect(all.log.info.mock.calls).toEqual([
    [`Release set ${set().id} is live: ${versionsWith(FIRST).join(', ').replaceAll('@', ' ')}`],
  ]);
});

test('the first set is rendered once, whole', async () => {
  const { live, set } = await open();
  expect(all.renderTest.mock.calls).toEqual([[set()]]);
  expect(live().renderer).toBe(all.renderers[0]);
});

describe('at the start', () => {
  test('a team that cannot be reached is absent, and the others are not', async () => {
    all.teams.forms.break(respondWith(503, ''));
    expect((await open()).versions()).toEqual(
      versionsWith(FIRST).filter((version) => version !== `forms@${FIRST}`),
    );
  });

  test('without any team there is an empty set, which nobody renders', async () => {
    for (const team of Object.values(all.teams)) team.break(respondWith(503, ''));
    const { live, versions } = await open();
    await nextPoll(all.teams.home);
    expect(versions()).toEqual([]);
    expect(live().renderer).toBeNull();
    expect(all.renderTest).not.toHaveBeenCalled();
    expect(all.log.warn).toHaveBeenCalledTimes(Object.keys(all.teams).length);
  });

  test('teams that were absent go live when they respond, each in its time', async () => {
    const { forms, home } = all.teams;
    for (const team of Object.values(all.teams)) team.break(respondWith(503, ''));
    const { live, versions } = await open();
    forms.break(null);
    await nextPoll(forms);
    expect(versions()).toEqual([`forms@${FIRST}`]);
    expect(live().renderer).toBe(all.renderers[0]);
    home.break(null);
    await nextPoll(home);
    expect(versions().sort()).toEqual([`forms@${FIRST}`, `home@${FIRST}`]);
    expect(live().renderer).toBe(all.renderers[1]);
  });
});

describe('a new pointer', () => {
  test('replaces that team’s release alone', async () => {
    const { set, versions } = await open();
    const before = set();
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    expect(versions().sort()).toEqual(versionsWith(FIRST, { blog: SECOND }).sort());
    expect(set().remotes.home).toBe(before.remotes.home);
    expect(before.remotes.blog?.version).toBe(FIRST);
    expect(all.log.info).toHaveBeenLastCalledWith(`Release set ${set().id} is live: blog ${SECOND}`);
  });

  test('to an earlier release rolls back to the very same set', async () => {
    const { set } = await open();
    const { id } = set();
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    expect(set().id).not.toBe(id);
    all.teams.blog.publish(sampleRelease('blog', FIRST));
    await nextPoll(all.teams.blog);
    expect(set().id).toBe(id);
  });

  test('to an earlier release needs nothing of its team’s origin but the pointer', async () => {
    const { versions } = await open();
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    for (const file of ['release.json', 'release.json.sig', ...Object.keys(sampleRelease('blog').files)]) {
      all.teams.blog.set(`/${FIRST}/${file}`, respondWith(404, ''));
    }
    all.teams.blog.setJson('/current.json', { version: FIRST });
    await nextPoll(all.teams.blog);
    expect(versions()).toContain(`blog@${FIRST}`);
  });

  test('of one team is polled while another’s origin hangs', async () => {
    const { versions } = await open();
    all.teams.home.break(() => undefined);
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    expect(versions()).toContain(`blog@${SECOND}`);
  });
});

describe('what is reported', () => {
  test('of each remote: what is live and since when, and what was previously', async () => {
    const site = await all.open();
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    const { releaseSet, remotes } = site.report();
    expect(releaseSet).toBe(site.current().releaseSet.id);
    const since = expect.stringMatching(/^2\d{3}-.*Z$/);
    expect(remotes['blog']).toEqual({
      live: { version: SECOND, commit: null, since },
      previous: [{ version: FIRST, commit: null, since }],
      rejections: [],
    });
    expect(remotes['home']).toMatchObject({ live: { version: FIRST }, previous: [] });
  });

  test('the previous release, for browsers to fall back to', async () => {
    const site = await all.open();
    expect(site.previous()).toEqual({});
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    expect(site.previous()).toEqual({ blog: expect.objectContaining({ version: FIRST }) });
  });

  test('what was rolled back is nothing to fall back to', async () => {
    const site = await all.open();
    for (const version of [SECOND, THIRD]) {
      all.teams.blog.publish(sampleRelease('blog', version));
      await nextPoll(all.teams.blog);
    }
    const previous = () => [
      site.previous().blog?.version,
      site.report().remotes['blog']?.previous.map(({ version }) => version),
    ];
    expect(previous()).toEqual([SECOND, [SECOND, FIRST]]);
    all.teams.blog.setJson('/current.json', { version: SECOND });
    await nextPoll(all.teams.blog);
    expect(previous()).toEqual([FIRST, [FIRST]]);
    all.teams.blog.setJson('/current.json', { version: FIRST });
    await nextPoll(all.teams.blog);
    expect(previous()).toEqual([undefined, []]);
  });

  test('the worker of the live set alone, once the old one has ended', async () => {
    const site = await all.open();
    all.teams.blog.publish(sampleRelease('blog', SECOND));
    await nextPoll(all.teams.blog);
    expect(site.figures().workers).toEqual([
      expect.objectContaining({ releaseSet: site.report().releaseSet, state: 'ready' }),
    ]);
  });
});

test('the set is one object, and no release is requested again, while no version changes', async () => {
  const { set } = await open();
  const before = set();
  await nextPoll(all.teams.home);
  expect(set()).toBe(before);
  const asked = all.teams.home.received.filter(({ url }) => url.endsWith('/release.json'));
  expect(asked).toHaveLength(1);
  expect(all.renderTest).toHaveBeenCalledTimes(1);
});

test('the id depends on the versions alone', async () => {
  const idOf = async (teams: Teams) => (await teams.open()).current().releaseSet.id;
  const one = await idOf(all);
  expect(one).toMatch(/^[0-9a-f]{12}$/);
  expect(await idOf(await startTeams())).toBe(one);
  const without = await startTeams();
  without.teams.home.break(respondWith(500, ''));
  expect(await idOf(without)).not.toBe(one);
});

test('once stopped it polls nobody, and its renderer is stopped', async () => {
  const site = await all.open();
  await site.stop();
  const asked = all.teams.home.received.length;
  const beside = await startTeams();
  await beside.open();
  for (let poll = 0; poll < 3; poll += 1) await nextPoll(beside.teams.home);
  // One poll may have been under way.
  expect(all.teams.home.received.length - asked).toBeLessThanOrEqual(1);
  expect(all.renderers[0]?.stop).toHaveBeenCalledTimes(1);
});
