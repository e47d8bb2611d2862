import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { VISITS_PATH, type VisitsRequest } from '@vidlunnia/contracts/visits';
import { startLocalServer } from '@vidlunnia/http/testing';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { REMOTE_NAMES } from '@vidlunnia/settings/topology';
import {
  CONTRACT,
  later,
  nextPoll,
  startTeams,
  liveVersions,
  versionsWith,
  type Teams,
} from '../../testing/site';
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

describe.each([
  // The file, and the release that is live while the file is damaged and all origins are down.
  ['history.json', SECOND],
  ['ledger.json', SECOND],
  ['../../in-test', SECOND],
  ['../../content.json', SECOND],
  [`${SECOND}/release.json`, FIRST],
  [`${SECOND}/release.json.sig`, FIRST],
  [`${SECOND}/server/remoteEntry.js`, FIRST],
  [`${SECOND}/client/static/blog.js`, FIRST],
])('a damaged file %s', (name, expected) => {
  test.each<[string, (file: string) => Promise<unknown>, restored: string]>([
    ['is empty', (file) => writeFile(file, ''), SECOND],
    ['is cut off', async (file) => writeFile(file, (await readFile(file)).subarray(0, 9)), SECOND],
    ['has zeroes', (file) => writeFile(file, Buffer.alloc(99)), SECOND],
    ['is missing', (file) => rm(file), SECOND],
    // The read may have failed for a moment only.
    ['cannot be read', (file) => rm(file).then(() => mkdir(file)), expected],
  ])('that %s stops neither starts nor releases', async (_, damage, restored) => {
    const file = path.join(folder(), name);
    appendFileSync(file, '');
    await damage(file);
    breakAll(respondWith(503, ''));
    const site = await all.open();
    expect(liveVersions(site)).toEqual(versionsWith(FIRST, { blog: expected }));
    breakAll(null);
    await nextPoll(all.teams.blog);
    expect(liveVersions(site)).toContain(`blog@${restored}`);
    all.teams.blog.publish(sampleRelease('blog', THIRD));
    await nextPoll(all.teams.blog);
    expect(liveVersions(site)).toContain(`blog@${THIRD}`);
    await site.stop();
    breakAll(respondWith(503, ''));
    expect(liveVersions(await all.open())).toContain(`blog@${THIRD}`);
  });
});

test('a history that is not JSON is set aside, and the log says where', async () => {
  writeFileSync(history(), '<');
  await all.open();
  const aside = `${history()}.damaged`;
  expect(all.log.warn.mock.calls).toEqual([
    [
      expect.stringMatching(
        /^The history\.json of blog is lost: history\.json is not JSON; the file is now /,
      ),
    ],
  ]);
  expect(all.log.warn.mock.calls.flat().join()).toContain(aside);
  expect([readFileSync(aside, 'utf8'), JSON.parse(readFileSync(history(), 'utf8'))]).toMatchObject([
    '<',
    [{ version: SECOND }],
  ]);
});

test('files of live releases and their fallbacks are never swept', async () => {
  const before = await all.open();
  all.teams.blog.publishCandidate(THIRD);
  await before.downloadOnDemand('blog', THIRD, () => true);
  await before.stop();
  // Stop ingesting, because a release could be swept before its promotion.
  const site = await all.open({ keepFor: 20 });
  const removed = () => all.log.info.mock.calls.flat().filter((line) => String(line).startsWith('Swept'));
  while (removed().length === 0) await nextPoll(all.teams.blog);
  expect(liveVersions(site)).toEqual(versionsWith(FIRST, { blog: SECOND }));
  expect(removed()).toEqual([`Swept from the store: blog/${THIRD}`]);
});

test('files of a running rollout are never swept', async () => {
  // Nothing ages unless the test makes it old.
  later(0);
  const site = await all.open({ keepFor: 20 });
  const makeOld = (name: string, version: string) => {
    utimesSync(path.join(site.releases, name, version), 0, 0);
  };
  all.teams.blog.publish(sampleRelease('blog', THIRD), { percent: 10, seconds: 1_800, visitors: 3 });
  while (site.rollouts.running().length === 0) await nextPoll(all.teams.blog);
  const swept: unknown[] = [];
  all.log.info.mockImplementation((line) => {
    swept.push(line);
    makeOld('blog', THIRD);
  });
  for (const [index, version] of [SECOND, THIRD].entries()) {
    all.teams.home.publishCandidate(version);
    await site.downloadOnDemand('home', version, () => true);
    makeOld('home', version);
    while (swept.length === index) await nextPoll(all.teams.blog);
  }
  expect(swept).toEqual([SECOND, THIRD].map((version) => `Swept from the store: home/${version}`));
});

describe('a release that other shells have withdrawn', () => {
  let api: Awaited<ReturnType<typeof startLocalServer>>;
  let isDown = false;
  beforeEach(async () => {
    isDown = false;
    api = await startLocalServer(({ url }, response, body) => {
      if (isDown || url !== VISITS_PATH) return void response.writeHead(503).end('{}');
      const { releases } = JSON.parse(body) as VisitsRequest;
      const withdrawn = releases
        .filter(({ remote, version }) => remote === 'blog' && version === SECOND)
        .map(({ remote, version }) => ({ remote, version, reason: 'it throws' }));
      response.end(JSON.stringify({ totals: [], withdrawn }));
    });
  });
  const promoted = () => all.log.info.mock.calls.flat().filter((line) => String(line).includes(SECOND));

  test('is never promoted by a restarted shell that has a copy, also not after the next restart, while the API is down', async () => {
    all.log.info.mockClear();
    let site = await all.open({ apiOrigin: api.origin });
    expect(liveVersions(site)).toEqual(versionsWith(FIRST));
    await site.stop();
    isDown = true;
    site = await all.open({ apiOrigin: api.origin });
    for (let times = 0; times < 2; times += 1) await nextPoll(all.teams.blog);
    expect(liveVersions(site)).toEqual(versionsWith(FIRST));
    expect(site.report().remotes['blog']?.rejections).toMatchObject([{ version: SECOND, step: 'visitors' }]);
    expect(promoted()).toEqual([]);
  });

  test('is replaced by the one before it from the team’s origin, in a new shell that learns of it later', async () => {
    isDown = true;
    const site = await all.open({ apiOrigin: api.origin, dataDir: temporaryFolder() });
    expect(liveVersions(site)).toContain(`blog@${SECOND}`);
    isDown = false;
    while (!liveVersions(site).includes(`blog@${FIRST}`)) await nextPoll(all.teams.blog);
    await nextPoll(all.teams.blog);
    expect(liveVersions(site)).toEqual(versionsWith(FIRST));
  });
});
