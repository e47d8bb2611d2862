import { appendFileSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { REMOTE_NAMES } from '@vidlunnia/settings/topology';
import { CONTRACT, nextPoll, startTeams, liveVersions, versionsWith, type Teams } from '../../testing/site';
import { respondWith, sampleRelease, VERSIONS, type TeamOrigin } from '../../testing/team-origin';

const [FIRST, SECOND, THIRD] = VERSIONS;

let all: Teams;
beforeEach(async () => {
  all = await startTeams();
  const site = await all.open();
  all.teams.blog.publish(sampleRelease('blog', SECOND));
  await nextPoll(all.teams.blog);
  await site.stop();
  all.log.warn.mockClear();
});

const breakAll = (respond: Parameters<TeamOrigin['break']>[0]) => {
  for (const team of Object.values(all.teams)) team.break(respond);
};
const folder = () => path.join(all.folder, 'releases/blog');
const history = () => path.join(folder(), 'history.json');

describe('a restarted shell, while all origins are down,', () => {
  beforeEach(() => {
    breakAll(respondWith(503, ''));
  });

  test('continues with the last live releases', async () => {
    const site = await all.open();
    expect(liveVersions(site)).toEqual(versionsWith(FIRST, { blog: SECOND }));
    expect(site.report().remotes['blog']?.previous).toEqual([expect.objectContaining({ version: FIRST })]);
    expect(site.live().previous['blog']?.release.version).toBe(FIRST);
  });

  test.each([
    ['is gone', () => rm(history())],
    ['is not JSON', () => writeFile(history(), '<')],
  ])('promotes the newest signed releases of its store if the history %s', async (_, lose) => {
    await lose();
    expect(liveVersions(await all.open())).toEqual(versionsWith(FIRST, { blog: SECOND }));
    expect(JSON.parse(readFileSync(history(), 'utf8'))).toMatchObject([{ version: SECOND }]);
  });

  test('uses and reports the previous copy when the live one is damaged, until it can be downloaded again', async () => {
    const file = path.join(folder(), SECOND, 'server/remoteEntry.js');
    appendFileSync(file, ' ');
    const site = await all.open();
    expect(liveVersions(site)).toContain(`blog@${FIRST}`);
    const { live, rejections } = site.report().remotes['blog'] ?? {};
    expect(live?.version).toBe(FIRST);
    const reason = expect.stringMatching(/server\/remoteEntry\.js has/);
    expect(rejections).toContainEqual(expect.objectContaining({ version: SECOND, step: 'verify', reason }));
    breakAll(null);
    while (!liveVersions(site).includes(`blog@${SECOND}`)) await nextPoll(all.teams.blog);
    expect(readFileSync(file, 'utf8')).toBe(`blog_${SECOND} server/remoteEntry.js`);
  });

  test('skips releases that its new contract rejects, and reports that none is live', async () => {
    const site = await all.open({}, { ...CONTRACT, versions: [2] });
    expect(liveVersions(site)).toEqual([]);
    const reported = Object.values(site.report().remotes).map(({ live }) => live);
    expect(reported).toEqual(REMOTE_NAMES.map(() => null));
  });
});

test('files of live releases and their fallbacks are never swept', async () => {
  const before = await all.open();
  all.teams.blog.publishCandidate(THIRD);
  await before.downloadOnDemand('blog', THIRD);
  await before.stop();
  // Stop ingesting, because a release could be swept before its promotion.
  const site = await all.open({ keepFor: 20 });
  const removed = () => all.log.info.mock.calls.flat().filter((line) => String(line).startsWith('Swept'));
  while (removed().length === 0) await nextPoll(all.teams.blog);
  expect(liveVersions(site)).toEqual(versionsWith(FIRST, { blog: SECOND }));
  expect(removed()).toEqual([`Swept from the store: blog/${THIRD}`]);
});
