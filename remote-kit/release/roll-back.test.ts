import { beforeEach, expect, test } from '@jest/globals';
import { releasesAt } from './publish';
import { previousVersion, rollBack } from './roll-back';
import { FIRST, SECOND } from './testing/sample-release';
import { publishSamples, sampleTeam } from './testing/sample-team';
import { blogState, siteSaying } from './testing/site-double';

const THIRD = 'cccccccccccc';
const never = new AbortController().signal;

let team: ReturnType<typeof sampleTeam>;
beforeEach(() => {
  team = sampleTeam(siteSaying());
});
const rolledBack = async (version?: string) => {
  await rollBack(team, version, never);
  return releasesAt(team.target).current();
};

test('it goes back by one version, the next time forward again, and to any version on request', async () => {
  await publishSamples(team, FIRST, SECOND, THIRD);
  expect(await rolledBack()).toBe(SECOND);
  expect(team.said[0]).toBe(`mfe-blog is rolled back from ${THIRD} to ${SECOND}`);
  expect(await rolledBack()).toBe(THIRD);
  expect(await rolledBack(FIRST)).toBe(FIRST);
});

test('for the current version, it only waits', async () => {
  team = sampleTeam(siteSaying(blogState(FIRST), blogState(SECOND)));
  await publishSamples(team, FIRST, SECOND);
  expect(await rolledBack(SECOND)).toBe(SECOND);
  expect(team.said).toEqual([
    `${SECOND} is current already`,
    expect.stringMatching(/^b+ is live at .*: promoted in /),
  ]);
  expect(await releasesAt(team.target).history()).toHaveLength(2);
});

test('a version that was never published is rejected; so is a rollback from the only version', async () => {
  await publishSamples(team, FIRST);
  const sentence = `mfe-blog has no release ../../other; it has ${FIRST}`;
  await expect(rolledBack('../../other')).rejects.toThrow(sentence);
  await expect(rolledBack()).rejects.toThrow('mfe-blog has no earlier release to go back to');
  expect(await releasesAt(team.target).current()).toBe(FIRST);
});

test('a version that was released meanwhile stays current', async () => {
  await publishSamples(team, FIRST, SECOND);
  const { target } = team;
  let isFirst = true;
  const update: typeof target.update = async (name, change) => {
    if (isFirst) {
      isFirst = false;
      await publishSamples({ target }, THIRD);
    }
    await target.update(name, change);
  };
  const late = rollBack({ ...team, target: { ...target, update } }, undefined, never);
  await expect(late).rejects.toThrow(`The history has changed meanwhile, ${THIRD} is its last version`);
  expect(await releasesAt(target).current()).toBe(THIRD);
});

test.each([
  ['none before the first', 'a', 'a', null],
  ['none without a release', '', null, null],
  ['the one released before', 'abc', 'c', 'b'],
  ['after a rollback, the one gone back from', 'aba', 'a', 'b'],
  ['the same twice counts once', 'abb', 'b', 'a'],
  ['not one whose release ended before the pointer', 'abc', 'b', 'a'],
  ['none when the history does not know the current one', 'ab', 'z', null],
])('the previous version: %s', (_, versions, current, expected) => {
  const history = versions.split('').map((version) => ({ version }));
  expect(previousVersion(history, current)).toBe(expected);
});
