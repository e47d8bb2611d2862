import { expect, test } from '@jest/globals';
import { listReleases } from './list-releases';
import { publish } from './publish';
import { rollBack } from './roll-back';
import { makeKeyPair } from './signature';
import type { Site } from './site';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { publishSamples, sampleTeam } from './testing/sample-team';
import { blogState, startSiteDouble } from './testing/site-double';

const [THIRD, FOURTH] = ['cccccccccccc', 'dddddddddddd'];
const SINCE = '2026-01-02T00:00:00Z';

const linesOf = async (team: ReturnType<typeof sampleTeam>) => {
  team.said.length = 0;
  await listReleases(team);
  return team.said;
};
/** First and last cells of every row. */
const states = (lines: readonly string[]) =>
  lines.slice(1).map((line) => [line.slice(0, 12), line.split(/ {2,}/).slice(7).join(' ')]);

test('every version stands once, the newest first, with where it comes from and what became of it', async () => {
  const reason = 'it does not expose Post';
  const rejection = { version: FOURTH, step: 'verify', reason, at: '2026-01-01T00:00:00Z' } as const;
  const previous = [{ version: SECOND, commit: null, since: SINCE }];
  const site = await startSiteDouble(blogState(THIRD, { rejections: [rejection], previous }));
  const team = sampleTeam(site);
  await publishSamples(team, FIRST, SECOND, THIRD);
  const provenance = { difference: '0123456789ab', author: 'Ярина', committed: SINCE, subject: 'feat: луна' };
  const dirty = sampleRelease(FOURTH, undefined, { commit: 'abcdef01'.repeat(5), provenance });
  await publish(team.target, dirty, makeKeyPair().privateKey);
  const lines = await linesOf(team);
  expect(lines[0]).toMatch(/^version +since \(UTC\) +by +commit +author +message +size +state$/);
  expect(lines[1]).toMatch(
    /^d{12} {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}release {2}abcdef01-dirty {2}Ярина {3}feat: луна {2}0\.0 kB {2}rejected/,
  );
  expect(states(lines)).toEqual([
    [FOURTH, 'rejected at verify: it does not expose Post'],
    [THIRD, 'live still'],
    [SECOND, 'previous'],
    [FIRST, 'published'],
  ]);
});

test('what browsers reported stands beside the live and the previous release', async () => {
  const live = { version: SECOND, commit: null, since: SINCE, failures: { crashed: 3, late: 1 } };
  const previous = [{ version: FIRST, commit: null, since: SINCE, failures: { 'not-loaded': 2 } }];
  const team = sampleTeam(await startSiteDouble(blogState(null, { live, previous })));
  await publishSamples(team, FIRST, SECOND);
  expect(states(await linesOf(team))).toEqual([
    [SECOND, 'live; islands in browsers: 3 crashed, 1 late'],
    [FIRST, 'previous; islands in browsers: 2 not-loaded'],
  ]);
});

test('after a rollback the version gone back to stands first; without a site it is current', async () => {
  const site: Site = { url: '', ask: () => Promise.resolve('nobody answers') };
  const team = sampleTeam(site);
  await publishSamples(team, FIRST, SECOND);
  await rollBack(team, [], new AbortController().signal);
  const lines = await linesOf(team);
  expect(lines.at(-1)).toBe('No site reports what is live: nobody answers');
  expect(states(lines.slice(0, -1))).toEqual([
    [FIRST, 'current'],
    [SECOND, 'published'],
  ]);
  expect(lines[1]).toContain('rollback');
});
