import { expect, test } from '@jest/globals';
import { listReleases } from './list-releases';
import { promote } from './promote';
import { publish, releasesAt } from './publish';
import { makeKeyPair } from '@vidlunnia/releases/signature';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { publishSamples, sampleTeam } from './testing/sample-team';
import { siteSaying } from './testing/site-double';

const never = new AbortController().signal;
const HOUR = 3_600_000;
const { privateKey } = makeKeyPair();

/** The blog with FIRST released, and SECOND as a candidate. */
async function teamWithCandidate(endsIn = HOUR) {
  const team = sampleTeam(siteSaying());
  await publishSamples(team, FIRST);
  const until = new Date(Date.now() + endsIn);
  await publish(team.target, sampleRelease(SECOND), privateKey, { until });
  return { team, until };
}
const prune = ({ target }: ReturnType<typeof sampleTeam>, graceMs?: number) =>
  releasesAt(target).prune({ kept: 20, ...(graceMs !== undefined && { graceMs }) });
const filesOf = async ({ target }: ReturnType<typeof sampleTeam>, version: string) =>
  (await target.read(`${version}/release.json.sig`)) !== null;

test('a candidate is published and listed, but neither pointer nor history names it', async () => {
  const { team, until } = await teamWithCandidate();
  expect([await releasesAt(team.target).current(), (await releasesAt(team.target).history()).length]).toEqual(
    [FIRST, 1],
  );
  await listReleases(team);
  const end = until.toISOString().slice(0, 19).replace('T', ' ');
  expect(team.said[1]).toMatch(RegExp(`^${FIRST} `));
  expect(team.said[2]).toBe(`${SECOND}  candidate of commit — until ${end}`);
});

test('promoting it moves the pointer to the same bytes, as a release', async () => {
  const { team } = await teamWithCandidate();
  const signed = await team.target.read(`${SECOND}/release.json.sig`);
  await promote(team, SECOND, never);
  expect(await releasesAt(team.target).current()).toBe(SECOND);
  expect((await releasesAt(team.target).history()).at(-1)).toMatchObject({
    version: SECOND,
    kind: 'release',
  });
  expect(await team.target.read(`${SECOND}/release.json.sig`)).toEqual(signed);
  expect(team.said[0]).toBe(`mfe-blog releases ${SECOND}, as it was tried`);
});

test('only a candidate can be promoted', async () => {
  const { team } = await teamWithCandidate();
  await expect(promote(team, '', never)).rejects.toThrow(`“” is no candidate of mfe-blog; it has ${SECOND}`);
  await expect(promote(team, FIRST, never)).rejects.toThrow(
    `“${FIRST}” is no candidate of mfe-blog; it has ${SECOND}`,
  );
});

test('its files stay until it ends; another release of the same sources changes nothing about that', async () => {
  const { team } = await teamWithCandidate();
  await publish(team.target, sampleRelease(SECOND), privateKey, { until: new Date(Date.now() + 60_000) });
  expect(Date.parse((await releasesAt(team.target).candidates())[0]?.until ?? '')).toBeGreaterThan(
    Date.now() + HOUR / 2,
  );
  expect(await prune(team, 0)).toEqual([]);
  expect(await filesOf(team, SECOND)).toBe(true);

  const { team: other } = await teamWithCandidate(-1);
  await expect(promote(other, SECOND, never)).rejects.toThrow('it has none');
  expect(await prune(other)).toEqual([]);
  expect(await prune(other, 0)).toEqual([SECOND]);
});

test('of more than twenty candidates, the oldest go first', async () => {
  const { team } = await teamWithCandidate();
  const versions = Array.from({ length: 20 }, (_, index) => String(index).padStart(12, '0'));
  for (const version of versions)
    await publish(team.target, sampleRelease(version), privateKey, { until: new Date(Date.now() + HOUR) });
  expect(await prune(team, 0)).toEqual([SECOND]);
  expect(await releasesAt(team.target).candidates()).toHaveLength(20);
});
