import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { VISITS_PATH, type VisitsRequest } from '@vidlunnia/releases/visits';
import { startLocalServer } from '@vidlunnia/settings/testing/local-server';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { REMOTES } from '../../testing/bakery/pages';
import { CONTRACT, startTeams, type Teams, versionsWith } from '../../testing/bakery/start';
import { later, liveVersions, nextPoll } from '../../testing/site';
import { respondWith, VERSIONS, type TeamOrigin } from '../../testing/team-origin';

const [FIRST, SECOND, THIRD] = VERSIONS;

let all: Teams;
beforeEach(async () => {
  all = await startTeams();
  const engine = await all.open();
  all.teams.news.publish(SECOND);
  await nextPoll(all.teams.news);
  await engine.stop();
  all.log.warn.mockClear();
});

const breakAll = (respond: Parameters<TeamOrigin['break']>[0]) => {
  for (const team of Object.values(all.teams)) team.break(respond);
};
const folder = () => path.join(all.folder, 'releases/news');
const history = () => path.join(folder(), 'history.json');

describe('a restarted host, while all origins are down,', () => {
  beforeEach(() => {
    breakAll(respondWith(503, ''));
  });

  test('continues with the last live releases', async () => {
    const engine = await all.open();
    expect(liveVersions(engine)).toEqual(versionsWith(FIRST, { news: SECOND }));
    expect(engine.report().remotes['news']?.previous).toEqual([expect.objectContaining({ version: FIRST })]);
  });

  test('uses and reports the previous copy when the live one is damaged, until it can be downloaded again', async () => {
    const file = path.join(folder(), SECOND, 'server/remoteEntry.js');
    appendFileSync(file, ' ');
    const engine = await all.open();
    expect(liveVersions(engine)).toContain(`news@${FIRST}`);
    const { live, rejections } = engine.report().remotes['news'] ?? {};
    expect(live?.version).toBe(FIRST);
    const reason = expect.stringMatching(/server\/remoteEntry\.js has/);
    expect(rejections).toContainEqual(expect.objectContaining({ version: SECOND, step: 'verify', reason }));
    breakAll(null);
    while (!liveVersions(engine).includes(`news@${SECOND}`)) await nextPoll(all.teams.news);
    expect(readFileSync(file, 'utf8')).toBe(`news_${SECOND} server/remoteEntry.js`);
  });

  test('skips releases that its new contract rejects, and reports that none is live', async () => {
    const engine = await all.open({}, { ...CONTRACT, versions: [2] });
    expect(liveVersions(engine)).toEqual([]);
    const reported = Object.values(engine.report().remotes).map(({ live }) => live);
    expect(reported).toEqual(REMOTES.map(() => null));
  });
});

describe.each([
  // The file, and the release that is live while the file is damaged and all origins are down.
  ['history.json', SECOND],
  ['ledger.json', SECOND],
  ['../../in-test', SECOND],
  ['../../facts.json', SECOND],
  [`${SECOND}/release.json`, FIRST],
  [`${SECOND}/release.json.sig`, FIRST],
  [`${SECOND}/server/remoteEntry.js`, FIRST],
  [`${SECOND}/client/static/news.js`, FIRST],
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
    const engine = await all.open();
    expect(liveVersions(engine)).toEqual(versionsWith(FIRST, { news: expected }));
    breakAll(null);
    await nextPoll(all.teams.news);
    expect(liveVersions(engine)).toContain(`news@${restored}`);
    all.teams.news.publish(THIRD);
    await nextPoll(all.teams.news);
    expect(liveVersions(engine)).toContain(`news@${THIRD}`);
    await engine.stop();
    breakAll(respondWith(503, ''));
    expect(liveVersions(await all.open())).toContain(`news@${THIRD}`);
  });
});

test('a history that is not JSON is set aside, and the log says where', async () => {
  writeFileSync(history(), '<');
  await all.open();
  const aside = `${history()}.damaged`;
  expect(all.log.warn.mock.calls).toEqual([
    [`The history.json of news is lost: history.json is not JSON; the file is now ${aside}`],
  ]);
  expect([readFileSync(aside, 'utf8'), JSON.parse(readFileSync(history(), 'utf8'))]).toMatchObject([
    '<',
    [{ version: SECOND }],
  ]);
});

test('files of a running rollout are never swept', async () => {
  // Nothing ages unless the test makes it old.
  later(0);
  const engine = await all.open({ keepFor: 20 });
  const makeOld = (name: string, version: string) => {
    utimesSync(path.join(engine.releases, name, version), 0, 0);
  };
  all.teams.news.publish(THIRD, { percent: 10, seconds: 1_800, visitors: 3 });
  while (engine.rollouts.running().length === 0) await nextPoll(all.teams.news);
  const swept: unknown[] = [];
  all.log.info.mockImplementation((line) => {
    swept.push(line);
    makeOld('news', THIRD);
  });
  for (const [index, version] of [SECOND, THIRD].entries()) {
    all.teams.shop.publishCandidate(version);
    await engine.downloadOnDemand('shop', version, () => true);
    makeOld('shop', version);
    while (swept.length === index) await nextPoll(all.teams.news);
  }
  expect(swept).toEqual([SECOND, THIRD].map((version) => `Swept from the store: shop/${version}`));
});

describe('a release that other hosts have withdrawn', () => {
  let api: Awaited<ReturnType<typeof startLocalServer>>;
  let isDown = false;
  beforeEach(async () => {
    isDown = false;
    api = await startLocalServer(({ url }, response, body) => {
      if (isDown || url !== VISITS_PATH) return void response.writeHead(503).end('{}');
      const { releases } = JSON.parse(body) as VisitsRequest;
      const withdrawn = releases
        .filter(({ remote, version }) => remote === 'news' && version === SECOND)
        .map(({ remote, version }) => ({ remote, version, reason: 'it throws' }));
      response.end(JSON.stringify({ totals: [], withdrawn }));
    });
  });
  const promoted = () => all.log.info.mock.calls.flat().filter((line) => String(line).includes(SECOND));

  test('is never promoted by a restarted host that has a copy, also not after the next restart, while the API is down', async () => {
    all.log.info.mockClear();
    let engine = await all.open({ apiOrigin: api.origin });
    expect(liveVersions(engine)).toEqual(versionsWith(FIRST));
    await engine.stop();
    isDown = true;
    engine = await all.open({ apiOrigin: api.origin });
    for (let times = 0; times < 2; times += 1) await nextPoll(all.teams.news);
    expect(liveVersions(engine)).toEqual(versionsWith(FIRST));
    expect(engine.report().remotes['news']?.rejections).toMatchObject([
      { version: SECOND, step: 'visitors' },
    ]);
    expect(promoted()).toEqual([]);
  });

  test('is replaced by the one before it from the team’s origin, in a new host that learns of it later', async () => {
    isDown = true;
    const engine = await all.open({ apiOrigin: api.origin, dataDir: temporaryFolder() });
    expect(liveVersions(engine)).toContain(`news@${SECOND}`);
    isDown = false;
    while (!liveVersions(engine).includes(`news@${FIRST}`)) await nextPoll(all.teams.news);
    await nextPoll(all.teams.news);
    expect(liveVersions(engine)).toEqual(versionsWith(FIRST));
  });
});
