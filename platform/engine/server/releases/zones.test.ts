import { beforeEach, expect, test } from '@jest/globals';
import { fakeRenderer } from '../../testing/renderer';
import { startTeams, type Teams, versionsWith } from '../../testing/bakery/start';
import { listed, liveVersions, nextPoll, startList } from '../../testing/site';
import { startTeamOrigin, VERSIONS, type TeamOrigin } from '../../testing/team-origin';
import type { Engine } from '../open-engine';

const [FIRST, SECOND, THIRD] = VERSIONS;

let all: Teams;
let outside: TeamOrigin;
let list: ReturnType<typeof startList>;
let engine: Engine;
beforeEach(async () => {
  all = await startTeams();
  outside = await startTeamOrigin('outside', ['Openings', 'Prices']);
  list = startList();
  engine = await all.open({ remotesFile: list.remotesFile });
});

const places = () => engine.live().releaseSet.zones.map(({ id, after }) => `${id} after ${after}`);
const until = async (isSo: () => boolean) => {
  while (!isSo()) await nextPoll(all.teams.news);
};
/** Lists the remote with these zones, and waits until the last zone is live. */
async function place(zones: Readonly<Record<string, string>>): Promise<void> {
  list.write(listed(outside, zones));
  const [module, after] = Object.entries(zones).at(-1) ?? [];
  await until(() => places().includes(`outside/zone/${String(module)} after ${String(after)}`));
}

test('a remote appears with its zones when it is listed, moves with them, and disappears when it is removed', async () => {
  expect(liveVersions(engine)).toEqual(versionsWith(FIRST));
  await place({ Openings: 'jobs' });
  expect(liveVersions(engine)).toContain(`outside@${FIRST}`);
  const { id } = engine.live().releaseSet;
  // The release has no module `Missing`.
  await place({ Openings: 'window', Missing: 'window', Prices: 'latest' });
  expect(places()).toEqual(['outside/zone/Openings after window', 'outside/zone/Prices after latest']);
  expect(engine.live().releaseSet.id).not.toBe(id);
  list.write();
  await until(() => !liveVersions(engine).includes(`outside@${FIRST}`));
  expect(liveVersions(engine)).toEqual(versionsWith(FIRST));
  expect([places(), Object.keys(engine.report().remotes)]).toEqual([[], Object.keys(all.teams)]);
  expect(all.log.info).toHaveBeenLastCalledWith(expect.stringMatching(/ is live: as configured$/));
});

test('a zone that cannot be rendered is skipped until its remote’s next release; other zones and releases are not affected', async () => {
  await place({ Openings: 'jobs' });
  all.renderTest.mockImplementation((next) =>
    next.zones.some((zone) => zone.id === 'outside/zone/Prices')
      ? Promise.reject(new Error('outside/zone/Prices renders nothing'))
      : Promise.resolve(fakeRenderer(next)),
  );
  list.write(listed(outside, { Openings: 'window', Prices: 'latest' }));
  await until(() => places().includes('outside/zone/Openings after window'));
  expect(places()).toHaveLength(1);
  all.teams.news.publish(SECOND);
  await until(() => liveVersions(engine).includes(`news@${SECOND}`));
  expect(all.log.warn.mock.calls[0]?.[0]).toMatch(
    /^The configuration \w{12} is rejected at render-test: outside\/zone\/Prices renders/,
  );
  all.renderTest.mockImplementation((next) => Promise.resolve(fakeRenderer(next)));
  outside.publish(SECOND);
  await until(() => places().includes('outside/zone/Prices after latest'));
});

test('a release without a module that is in a zone is rejected; one whose workers keep ending is rolled back there', async () => {
  await place({ Openings: 'jobs' });
  expect(engine.report().contract.modules['outside']).toEqual(['Openings']);
  outside.publish(THIRD, undefined, ['Prices']);
  await nextPoll(outside);
  const { live, rejections } = engine.report().remotes['outside'] ?? {};
  expect([live?.version, rejections?.[0]?.reason]).toEqual([FIRST, 'it does not expose Openings']);
  outside.publish(SECOND, undefined, ['Openings']);
  await until(() => liveVersions(engine).includes(`outside@${SECOND}`));
  for (let times = 0; times < 2; times += 1) {
    const started = all.renderers.length;
    all.renderers.at(-1)?.keepEnding(new Error('boom'));
    await until(() => all.renderers.length > started);
  }
  await until(() => liveVersions(engine).includes(`outside@${FIRST}`));
  expect(places()).toEqual(['outside/zone/Openings after jobs']);
});
