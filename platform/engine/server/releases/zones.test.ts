import { beforeEach, expect, test } from '@jest/globals';
import type { SectionId } from '@vidlunnia/contracts';
import { fakeRenderer } from '../../testing/renderer';
import {
  listed,
  nextPoll,
  startList,
  startTeams,
  liveVersions,
  versionsWith,
  type Teams,
} from '../../testing/site';
import { sampleRelease, startTeamOrigin, VERSIONS, type TeamOrigin } from '../../testing/team-origin';
import type { Engine } from '../open-engine';

const [FIRST, SECOND, THIRD] = VERSIONS;

let all: Teams;
let outside: TeamOrigin;
let list: ReturnType<typeof startList>;
let site: Site;
beforeEach(async () => {
  all = await startTeams();
  outside = await startTeamOrigin('outside');
  outside.publish(sampleRelease('outside', FIRST, ['Openings', 'Prices']));
  list = startList();
  site = await all.open({ remotesFile: list.remotesFile });
});

const places = () => site.live().releaseSet.zones.map(({ id, after }) => `${id} after ${after}`);
const until = async (isSo: () => boolean) => {
  while (!isSo()) await nextPoll(all.teams.blog);
};
/** Lists the remote with these zones, and waits until the last zone is live. */
async function place(zones: Readonly<Record<string, SectionId>>): Promise<void> {
  list.write(listed(outside, zones));
  const [module, after] = Object.entries(zones).at(-1) ?? [];
  await until(() => places().includes(`outside/zone/${String(module)} after ${String(after)}`));
}

test('a remote appears with its zones when it is listed, moves with them, and disappears when it is removed', async () => {
  expect(liveVersions(site)).toEqual(versionsWith(FIRST));
  await place({ Openings: 'vacancies' });
  expect(liveVersions(site)).toContain(`outside@${FIRST}`);
  const { id } = site.live().releaseSet;
  // The release has no module `Missing`.
  await place({ Openings: 'team', Missing: 'team', Prices: 'blog' });
  expect(places()).toEqual(['outside/zone/Openings after team', 'outside/zone/Prices after blog']);
  expect(site.live().releaseSet.id).not.toBe(id);
  list.write();
  await until(() => !liveVersions(site).includes(`outside@${FIRST}`));
  expect(liveVersions(site)).toEqual(versionsWith(FIRST));
  expect([places(), Object.keys(site.report().remotes)]).toEqual([[], Object.keys(all.teams)]);
  expect(all.log.info).toHaveBeenLastCalledWith(expect.stringMatching(/ is live: as configured$/));
});

test('a zone that cannot be rendered is skipped until its remote’s next release; other zones and releases are not affected', async () => {
  await place({ Openings: 'vacancies' });
  all.renderTest.mockImplementation((next) =>
    next.zones.some((zone) => zone.id === 'outside/zone/Prices')
      ? Promise.reject(new Error('outside/zone/Prices renders nothing'))
      : Promise.resolve(fakeRenderer(next)),
  );
  list.write(listed(outside, { Openings: 'team', Prices: 'blog' }));
  await until(() => places().includes('outside/zone/Openings after team'));
  expect(places()).toHaveLength(1);
  all.teams.blog.publish(sampleRelease('blog', SECOND));
  await until(() => liveVersions(site).includes(`blog@${SECOND}`));
  expect(all.log.warn.mock.calls[0]?.[0]).toMatch(
    /^The configuration \w{12} is rejected at render-test: outside\/zone\/Prices renders/,
  );
  all.renderTest.mockImplementation((next) => Promise.resolve(fakeRenderer(next)));
  outside.publish(sampleRelease('outside', SECOND, ['Openings', 'Prices']));
  await until(() => places().includes('outside/zone/Prices after blog'));
});

test('a release without a module that is in a zone is rejected; one whose workers keep ending is rolled back there', async () => {
  await place({ Openings: 'vacancies' });
  expect(site.report().contract.modules['outside']).toEqual(['Openings']);
  outside.publish(sampleRelease('outside', THIRD, ['Prices']));
  await nextPoll(outside);
  const { live, rejections } = site.report().remotes['outside'] ?? {};
  expect([live?.version, rejections?.[0]?.reason]).toEqual([FIRST, 'it does not expose Openings']);
  outside.publish(sampleRelease('outside', SECOND, ['Openings']));
  await until(() => liveVersions(site).includes(`outside@${SECOND}`));
  for (let times = 0; times < 2; times += 1) {
    const started = all.renderers.length;
    all.renderers.at(-1)?.keepEnding(new Error('boom'));
    await until(() => all.renderers.length > started);
  }
  await until(() => liveVersions(site).includes(`outside@${FIRST}`));
  expect(places()).toEqual(['outside/zone/Openings after vacancies']);
});
