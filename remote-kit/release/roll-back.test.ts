import { beforeEach, expect, test } from '@jest/globals';
import { readHistory, readPointer } from './history';
import { rollBack } from './roll-back';
import { FIRST, SECOND } from './testing/sample-release';
import { publishSamples, sampleTeam } from './testing/sample-team';
import { blogState, startSiteDouble } from './testing/site-double';

const THIRD = 'cccccccccccc';
const never = new AbortController().signal;

let team: ReturnType<typeof sampleTeam>;
beforeEach(async () => {
  team = sampleTeam(await startSiteDouble());
});
const rolledBack = async (...args: string[]) => {
  await rollBack(team, args, never);
  return readPointer(team.target);
};

test('it goes back by one, the next time to where it came from, and to any version that is named', async () => {
  await publishSamples(team, FIRST, SECOND, THIRD);
  expect(await rolledBack()).toBe(SECOND);
  expect(team.said[0]).toBe(`mfe-blog is rolled back from ${THIRD} to ${SECOND}`);
  expect(await rolledBack()).toBe(THIRD);
  expect(await rolledBack(FIRST)).toBe(FIRST);
});

test('the current version is only waited for', async () => {
  team = sampleTeam(await startSiteDouble(blogState(FIRST), blogState(SECOND)));
  await publishSamples(team, FIRST, SECOND);
  expect(await rolledBack(SECOND)).toBe(SECOND);
  expect(team.said).toEqual([
    `${SECOND} is current already`,
    expect.stringMatching(/^b+ is live at .*: promoted in /),
  ]);
  expect(await readHistory(team.target)).toHaveLength(2);
});

test.each(['cccccccccccc', '../../other'])(
  '“%s” is rejected, with the releases that there are',
  async (wanted) => {
    await publishSamples(team, FIRST, SECOND);
    await expect(rolledBack(wanted)).rejects.toThrow(
      `mfe-blog has no release ${wanted}; it has ${SECOND}, ${FIRST}`,
    );
    expect(await readPointer(team.target)).toBe(SECOND);
  },
);

test('with one release alone there is nothing to go back to', async () => {
  await publishSamples(team, FIRST);
  await expect(rolledBack()).rejects.toThrow('mfe-blog has no earlier release to go back to');
});

test('what somebody released meanwhile stays', async () => {
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
  const late = rollBack({ ...team, target: { ...target, update } }, [], never);
  await expect(late).rejects.toThrow(`The history has changed meanwhile, ${THIRD} is its last version`);
  expect(await readPointer(target)).toBe(THIRD);
});
