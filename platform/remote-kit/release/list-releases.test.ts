import { expect, test } from '@jest/globals';
import type { Visits } from '@vidlunnia/releases/release';
import { listReleases } from './list-releases';
import { publish } from './publish';
import { rollBack } from './promotion';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import { FIRST, sampleRelease, SECOND, THIRD } from './testing/sample-release';
import { publishSamples, sampleTeam, blogState, siteReporting } from './testing/sample-team';

const FOURTH = 'dddddddddddd';
const SINCE = '2026-01-02T00:00:00Z';

const releaseOf = (version: string, visits: Visits) => ({ version, commit: null, since: SINCE, visits });
/** First and last cells of every row. */
const states = (lines: readonly string[]) =>
  lines.slice(1).map((line) => [line.slice(0, 12), line.split(/ {2,}/).slice(7).join(' ')]);

test('every version is listed once, the newest first, with its origin and its state', async () => {
  const reason = 'it does not expose Post';
  const rejections = [{ version: FOURTH, step: 'verify', reason, at: '2026-01-01T00:00:00Z' } as const];
  const previous = [releaseOf(SECOND, { visitors: 70, failing: 2, lcp: 1500, inp: null })];
  const live = releaseOf(THIRD, { visitors: 900, failing: 3, lcp: 2000, inp: 200 });
  const team = sampleTeam(siteReporting(blogState(null, { live, rejections, previous })));
  await publishSamples(team, FIRST, SECOND, THIRD);
  const provenance = { difference: '0123456789ab', author: 'Ярина', committed: SINCE, subject: 'feat: луна' };
  const built = sampleRelease(FOURTH, undefined, { commit: 'abcdef01'.repeat(5), provenance });
  await publish(team.target, built, makeKeyPair().privateKey);
  await listReleases(team);
  expect(team.said[1]).toMatch(
    /^d{12} {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}release {2}abcdef01-dirty {2}Ярина {3}feat: луна {2}0\.0 kB {2}— /,
  );
  expect(states(team.said)).toEqual([
    [FOURTH, '— — — — rejected at verify: it does not expose Post'],
    [THIRD, '900 3 2000 200 still live'],
    [SECOND, '70 2 1500 — previous'],
    [FIRST, '— — — — published'],
  ]);
});

test('a release in a rollout shows its share beside the live one, a withdrawn one why', async () => {
  const rollout = { percent: 10, until: '2026-01-02T00:30:00Z' };
  const partial = { ...releaseOf(SECOND, { visitors: 40, failing: 0, lcp: null, inp: null }), rollout };
  const reason = '8 of 16 visitors met a failure, 0 of 150 visitors of aaaaaaaaaaaa';
  const withdrawn = { version: THIRD, step: 'visitors', reason, at: SINCE } as const;
  const team = sampleTeam(siteReporting(blogState(FIRST, { partial, rejections: [withdrawn] })));
  await publishSamples(team, FIRST, THIRD, SECOND);
  await listReleases(team);
  expect(states(team.said)).toEqual([
    [SECOND, '40 0 — — 10 % of visitors until 2026-01-02 00:30:00'],
    [THIRD, `— — — — withdrawn: ${reason}`],
    [FIRST, '— — — — live'],
  ]);
});

test('after a rollback the restored version is first; without a site it is current', async () => {
  const team = sampleTeam(siteReporting());
  await publishSamples(team, FIRST, SECOND);
  await rollBack(team, undefined, new AbortController().signal);
  team.said.length = 0;
  await listReleases(team);
  expect(team.said.at(-1)).toBe('No site reports live releases: nobody answers');
  expect(states(team.said.slice(0, -1))).toEqual([
    [FIRST, '— — — — current'],
    [SECOND, '— — — — published'],
  ]);
});
