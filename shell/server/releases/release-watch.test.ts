/** @jest-environment node */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { RemoteName } from '@vidlunnia/shared/contracts';
import { answer, sampleRelease, startTeamOrigin, VERSIONS, type TeamOrigin } from '../../testing/team-origin';
import { watchReleases, type ReleaseWatch } from './release-watch';

const [FIRST, SECOND] = VERSIONS;
const POLL = 5;

let teams: Record<RemoteName, TeamOrigin>;
const watches: ReleaseWatch[] = [];
const newLog = () => ({ info: jest.fn(), warn: jest.fn() });
let log = newLog();

beforeEach(async () => {
  log = newLog();
  const [home, blog, forms] = await Promise.all([
    startTeamOrigin('home'),
    startTeamOrigin('blog'),
    startTeamOrigin('forms'),
  ]);
  teams = { home, blog, forms };
});
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop();
});

async function watch(): Promise<ReleaseWatch> {
  const origins = { home: teams.home.origin, blog: teams.blog.origin, forms: teams.forms.origin };
  const started = await watchReleases({ origins, pollInterval: POLL, log });
  watches.push(started);
  return started;
}

/** Waits until the team has been looked at from beginning to end at least once more. */
async function nextLook(team: TeamOrigin): Promise<void> {
  const asked = () => team.received.filter(({ url }) => url === '/current.json').length;
  const enough = asked() + 2;
  while (asked() < enough) await new Promise((resolve) => setImmediate(resolve));
}
const versions = ({ remotes }: ReturnType<ReleaseWatch['current']>) =>
  Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);

test('after the first look the set has every team’s release, with addresses on the site’s origin', async () => {
  const set = (await watch()).current();
  expect(versions(set)).toEqual([`home@${FIRST}`, `blog@${FIRST}`, `forms@${FIRST}`]);
  expect(set.remotes.blog).toEqual({
    version: FIRST,
    base: `/remotes/blog/${FIRST}/`,
    container: `blog_${FIRST}`,
    entry: `/remotes/blog/${FIRST}/client/remoteEntry.js`,
    modules: sampleRelease('blog').modules,
  });
  expect(log.info.mock.calls).toEqual(expect.arrayContaining([[`blog ${FIRST} is live`]]));
});

test('a team that cannot be reached at the start is absent, and the others are not', async () => {
  teams.forms.break(answer(503, ''));
  const set = (await watch()).current();
  expect(versions(set)).toEqual([`home@${FIRST}`, `blog@${FIRST}`]);
});

test('a team that was absent comes in when it answers', async () => {
  teams.forms.break(answer(503, ''));
  const watching = await watch();
  teams.forms.break(null);
  await nextLook(teams.forms);
  expect(versions(watching.current())).toContain(`forms@${FIRST}`);
});

describe('a new pointer', () => {
  test('replaces that team’s release alone', async () => {
    const watching = await watch();
    const before = watching.current();
    teams.blog.publish(sampleRelease('blog', SECOND));
    await nextLook(teams.blog);
    const after = watching.current();
    expect(versions(after).sort()).toEqual([`blog@${SECOND}`, `forms@${FIRST}`, `home@${FIRST}`]);
    expect(after.remotes.home).toBe(before.remotes.home);
    expect(before.remotes.blog?.version).toBe(FIRST);
  });

  test('to an earlier release rolls back to the very same set', async () => {
    const watching = await watch();
    const { id } = watching.current();
    teams.blog.publish(sampleRelease('blog', SECOND));
    await nextLook(teams.blog);
    expect(watching.current().id).not.toBe(id);
    teams.blog.publish(sampleRelease('blog', FIRST));
    await nextLook(teams.blog);
    expect(watching.current().id).toBe(id);
  });
});

test('the set is one object, and asks for no release again, for as long as no version changes', async () => {
  const watching = await watch();
  const before = watching.current();
  await nextLook(teams.home);
  expect(watching.current()).toBe(before);
  const asked = teams.home.received.filter(({ url }) => url.endsWith('/release.json'));
  expect(asked).toHaveLength(1);
});

test('the id depends on the versions alone', async () => {
  const [one, two] = [(await watch()).current(), (await watch()).current()];
  expect(one.id).toMatch(/^[0-9a-f]{12}$/);
  expect(two.id).toBe(one.id);
  teams.home.break(answer(500, ''));
  expect((await watch()).current().id).not.toBe(one.id);
});

describe('what the live set does not take in', () => {
  const POINTER = '/current.json';
  const NEXT = `/${SECOND}/release.json`;
  const next = sampleRelease('blog', SECOND);
  const point = (team: TeamOrigin) => {
    team.setJson(POINTER, { version: SECOND });
  };

  test.each<readonly [string, (team: TeamOrigin) => void, RegExp]>([
    [
      'a pointer that is gone',
      (team) => {
        team.set(POINTER, answer(404, ''));
      },
      /answered 404/,
    ],
    [
      'a malformed pointer',
      (team) => {
        team.setJson(POINTER, { version: 1 });
      },
      /pointer current\.json is malformed/,
    ],
    ['a pointer to nowhere', point, /release\.json answered 404/],
    [
      'a description that is no JSON',
      (team) => {
        point(team);
        team.set(NEXT, answer(200, '<'));
      },
      /is no JSON/,
    ],
    [
      'another team’s release',
      (team) => {
        team.publish({ ...next, name: 'home' });
      },
      /is one of home/,
    ],
    [
      'a release of another contract',
      (team) => {
        team.publish({ ...next, contract: 2 });
      },
      /built for contract 2/,
    ],
    [
      'an incomplete release',
      (team) => {
        team.publish({ ...next, files: {} });
      },
      /does not list/,
    ],
    [
      'a broken connection',
      (team) => {
        team.break((response) => response.socket?.destroy());
      },
      /could not be reached/,
    ],
  ])(
    '%s: stays as it is, is complained of once, and is over when it is mended',
    async (_, harm, complaint) => {
      const watching = await watch();
      const before = watching.current();
      harm(teams.blog);
      await nextLook(teams.blog);
      await nextLook(teams.blog);
      expect(watching.current()).toBe(before);
      expect(log.warn.mock.calls).toEqual([[expect.stringMatching(complaint)]]);

      teams.blog.break(null);
      teams.blog.publish(next);
      await nextLook(teams.blog);
      expect(watching.current().remotes.blog?.version).toBe(SECOND);
      expect(log.warn).toHaveBeenCalledTimes(1);
    },
  );

  test('the same trouble after a recovery is news again', async () => {
    await watch();
    for (let outage = 0; outage < 2; outage += 1) {
      teams.blog.break(answer(500, ''));
      await nextLook(teams.blog);
      teams.blog.break(null);
      await nextLook(teams.blog);
    }
    expect(log.warn).toHaveBeenCalledTimes(2);
  });

  test('another trouble of the same team is news too', async () => {
    await watch();
    teams.blog.break(answer(500, ''));
    await nextLook(teams.blog);
    teams.blog.break(answer(502, ''));
    await nextLook(teams.blog);
    expect(log.warn.mock.calls).toEqual([[expect.stringContaining('500')], [expect.stringContaining('502')]]);
  });
});

test('once stopped it asks nobody any more', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  try {
    const watching = await watch();
    watching.stop();
    const asked = teams.home.received.length;
    await jest.advanceTimersByTimeAsync(POLL * 10);
    expect(teams.home.received).toHaveLength(asked);
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});
