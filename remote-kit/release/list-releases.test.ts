import { expect, test } from '@jest/globals';
import { listReleases } from './list-releases';
import { publish } from './publish';
import { rollBack } from './promotion';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { publishSamples, sampleTeam, blogState, siteReporting } from './testing/sample-team';

const [THIRD, FOURTH] = ['cccccccccccc', 'dddddddddddd'];
const SINCE = '2026-01-02T00:00:00Z';

/** First and last cells of every row. */
const states = (lines: readonly string[]) =>
  lines.slice(1).map((line) => [line.slice(0, 12), line.split(/ {2,}/).slice(7).join(' ')]);

test('every version is listed once, the newest first, with its origin and its state', async () => {
  const reason = 'it does not expose Post';
  const rejection = { version: FOURTH, step: 'verify', reason, at: '2026-01-01T00:00:00Z' } as const;
  const previous = [{ version: SECOND, commit: null, since: SINCE, failures: { 'not-loaded': 2 } }];
  const live = { version: THIRD, commit: null, since: SINCE, failures: { crashed: 3, late: 1 } };
  const team = sampleTeam(siteReporting(blogState(null, { live, rejections: [rejection], previous })));
  await publishSamples(team, FIRST, SECOND, THIRD);
  const provenance = { difference: '0123456789ab', author: 'Ярина', committed: SINCE, subject: 'feat: луна' };
  const built = sampleRelease(FOURTH, undefined, { commit: 'abcdef01'.repeat(5), provenance });
  await publish(team.target, built, makeKeyPair().privateKey);
  await listReleases(team);
  expect(team.said[0]).toMatch(/^version +since \(UTC\) +by +commit +author +message +size +state$/);
  expect(team.said[1]).toMatch(
    /^d{12} {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}release {2}abcdef01-dirty {2}Ярина {3}feat: луна {2}0\.0 kB {2}rejected/,
  );
  expect(states(team.said)).toEqual([
    [FOURTH, 'rejected at verify: it does not expose Post'],
    [THIRD, 'still live; islands in browsers: 3 crashed, 1 late'],
    [SECOND, 'previous; islands in browsers: 2 not-loaded'],
    [FIRST, 'published'],
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
    [FIRST, 'current'],
    [SECOND, 'published'],
  ]);
});
