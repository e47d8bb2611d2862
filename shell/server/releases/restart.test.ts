import { appendFileSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { REMOTE_NAMES } from '@vidlunnia/settings/topology';
import { CONTRACT, nextPoll, startTeams, liveVersions, versionsWith, type Teams } from '../../testing/site';
import { respondWith, sampleRelease, VERSIONS } from '../../testing/team-origin';

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

const takeDown = () => {
  for (const team of Object.values(all.teams)) team.break(respondWith(503, ''));
};
const history = () => path.join(all.folder, 'releases/blog/history.json');
const stored = (file: string) => path.join(all.folder, 'releases/blog', SECOND, file);
const harm = () => {
  appendFileSync(stored('server/remoteEntry.js'), ' ');
};

describe('a restarted shell', () => {
  test.each([
    ['are down', respondWith(503, '')],
    ['hang', () => undefined],
  ])('while all origins %s continues with the last live releases', async (_, respond) => {
    for (const team of Object.values(all.teams)) team.break(respond);
    const site = await all.open();
    expect(liveVersions(site)).toEqual(versionsWith(FIRST, { blog: SECOND }));
    expect(site.report().remotes['blog']?.previous).toEqual([expect.objectContaining({ version: FIRST })]);
    expect(site.live().previous['blog']?.release.version).toBe(FIRST);
  });

  test.each([
    ['is gone', () => rm(history())],
    ['is not JSON', () => writeFile(history(), '<')],
  ])(
    'without origins, and with a history that %s, promotes the newest signed releases of its store',
    async (_, lose) => {
      takeDown();
      await lose();
      expect(liveVersions(await all.open())).toEqual(versionsWith(FIRST, { blog: SECOND }));
      expect(JSON.parse(readFileSync(history(), 'utf8'))).toMatchObject([{ version: SECOND }]);
    },
  );

  test('without origins uses the previous copy when the live one is damaged, and reports it', async () => {
    takeDown();
    harm();
    const site = await all.open();
    expect(liveVersions(site)).toContain(`blog@${FIRST}`);
    const { live, rejections } = site.report().remotes['blog'] ?? {};
    expect(live?.version).toBe(FIRST);
    expect(rejections).toContainEqual(
      expect.objectContaining({
        version: SECOND,
        step: 'verify',
        reason: expect.stringMatching(/server\/remoteEntry\.js has/),
      }),
    );
  });

  test('downloads a damaged copy again', async () => {
    harm();
    const site = await all.open();
    while (!liveVersions(site).includes(`blog@${SECOND}`)) await nextPoll(all.teams.blog);
    expect(readFileSync(stored('server/remoteEntry.js'), 'utf8')).toBe(
      `blog_${SECOND} server/remoteEntry.js`,
    );
  });

  test('skips releases that its new contract rejects, and reports that none is live', async () => {
    takeDown();
    const site = await all.open({}, { ...CONTRACT, versions: [2] });
    expect(liveVersions(site)).toEqual([]);
    expect(REMOTE_NAMES.map((name) => site.report().remotes[name]?.live)).toEqual(
      REMOTE_NAMES.map(() => null),
    );
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
