import { beforeEach, expect, test } from '@jest/globals';
import { remotes } from '../environment/topology';
import { directoryTarget } from './directory-target';
import { listReleases } from './list-releases';
import { publish } from './publish';
import { rollBack } from './roll-back';
import { makeKeyPair } from './signature';
import type { Site } from './site';
import type { Team } from './team';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { blogState, startSiteDouble } from './testing/site-double';
import { temporaryFolder } from './testing/temporary-folder';

const [THIRD, FOURTH] = ['cccccccccccc', 'dddddddddddd'];
const { privateKey } = makeKeyPair();

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});
const teamOf = (site: Site, said: string[] = []): Team => ({
  remote: remotes.blog,
  environment: {},
  target: directoryTarget(folder),
  site,
  say: (line) => said.push(line),
});
const linesOf = async (site: Site) => {
  const said: string[] = [];
  await listReleases(teamOf(site, said));
  return said;
};
/** First and last cells of every row. */
const states = (lines: readonly string[]) =>
  lines.slice(1).map((line) => [line.slice(0, 12), line.split(/ {2,}/).slice(7).join(' ')]);
const releaseAll = async (site: Site, ...versions: string[]) => {
  const commit = 'abcdef01'.repeat(5);
  for (const version of versions) {
    const difference = version === FOURTH ? '0123456789ab' : null;
    const provenance = {
      difference,
      author: 'Ярина',
      committed: '2026-01-01T00:00:00Z',
      subject: 'feat: луна',
    };
    await publish(teamOf(site).target, sampleRelease(version, undefined, { commit, provenance }), privateKey);
  }
};

test('every version stands once, the newest first, with what became of it', async () => {
  const rejections = [
    {
      version: FOURTH,
      step: 'verify',
      reason: 'it does not expose Post',
      at: '2026-01-01T00:00:00Z',
    } as const,
  ] as const;
  const previous = [{ version: SECOND, commit: null, since: '2026-01-02T00:00:00Z' }];
  const site = await startSiteDouble(blogState(THIRD, { rejections: [...rejections], previous }));
  await releaseAll(site, FIRST, SECOND, THIRD, FOURTH);
  const lines = await linesOf(site);
  expect(lines[0]).toBe(
    'version       since (UTC)          by       commit          author  message     size    state',
  );
  expect(lines[1]).toMatch(
    /^d{12} {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}release {2}abcdef01-dirty {2}Ярина {3}feat: луна {2}0\.0 kB {2}rejected/,
  );
  expect(lines[2]).toContain('  abcdef01        Ярина');
  expect(states(lines)).toEqual([
    [FOURTH, 'rejected at verify: it does not expose Post'],
    [THIRD, 'live still'],
    [SECOND, 'previous'],
    [FIRST, 'published'],
  ]);
});

test('what browsers reported stands beside the live and the previous release', async () => {
  const since = '2026-01-02T00:00:00Z';
  const site = await startSiteDouble(
    blogState(null, {
      live: { version: SECOND, commit: null, since, failures: { crashed: 3, late: 1 } },
      previous: [{ version: FIRST, commit: null, since, failures: { 'not-loaded': 2 } }],
    }),
  );
  await releaseAll(site, FIRST, SECOND);
  expect(states(await linesOf(site))).toEqual([
    [SECOND, 'live; islands in browsers: 3 crashed, 1 late'],
    [FIRST, 'previous; islands in browsers: 2 not-loaded'],
  ]);
});

test('after a rollback the version gone back to stands first', async () => {
  const site = await startSiteDouble(blogState(FIRST));
  await releaseAll(site, FIRST, SECOND);
  await rollBack(teamOf(site), [], new AbortController().signal);
  const lines = await linesOf(site);
  expect(states(lines)).toEqual([
    [FIRST, 'live'],
    [SECOND, 'published'],
  ]);
  expect(lines[1]).toContain('rollback');
});

test('without a site it says so, and which version is current', async () => {
  const site: Site = { url: '', ask: () => Promise.resolve('nobody answers') };
  await releaseAll(site, FIRST, SECOND);
  const lines = await linesOf(site);
  expect(states(lines.slice(0, -1))).toEqual([
    [SECOND, 'current'],
    [FIRST, 'published'],
  ]);
  expect(lines.at(-1)).toBe('No site reports what is live: nobody answers');
});
