import { beforeEach, expect, test } from '@jest/globals';
import { remotes } from '../environment/topology';
import { directoryTarget } from './directory-target';
import { readHistory, readPointer } from './history';
import { publish } from './publish';
import { rollBack } from './roll-back';
import { makeKeyPair } from './signature';
import type { Team } from './team';
import { FIRST, sampleRelease, SECOND } from './testing/sample-release';
import { blogState, startSiteDouble } from './testing/site-double';
import { temporaryFolder } from './testing/temporary-folder';

const THIRD = 'cccccccccccc';
const { privateKey } = makeKeyPair();
const never = new AbortController().signal;

let said: string[] = [];
let team: Team;
beforeEach(async () => {
  said = [];
  team = {
    remote: remotes.blog,
    environment: {},
    target: directoryTarget(temporaryFolder()),
    site: await startSiteDouble(),
    say: (line) => said.push(line),
  };
});
const releaseAll = async (...versions: string[]) => {
  for (const version of versions) await publish(team.target, sampleRelease(version), privateKey);
};
const rolledBack = async (...args: string[]) => {
  await rollBack(team, args, never);
  return readPointer(team.target);
};

test('it goes back by one, the next time to where it came from, and to any version that is named', async () => {
  await releaseAll(FIRST, SECOND, THIRD);
  expect(await rolledBack()).toBe(SECOND);
  expect(said[0]).toBe(`mfe-blog is rolled back from ${THIRD} to ${SECOND}`);
  expect(await rolledBack()).toBe(THIRD);
  expect(await rolledBack(FIRST)).toBe(FIRST);
});

test('the current version is only waited for', async () => {
  await releaseAll(FIRST, SECOND);
  team = { ...team, site: await startSiteDouble(blogState(FIRST), blogState(SECOND)) };
  expect(await rolledBack(SECOND)).toBe(SECOND);
  expect(said).toEqual([
    `${SECOND} is current already`,
    expect.stringMatching(/^b+ is live at .*: promoted in /),
  ]);
  expect(await readHistory(team.target)).toHaveLength(2);
});

test.each(['cccccccccccc', '../../other'])(
  '“%s” is rejected, with the releases that there are',
  async (wanted) => {
    await releaseAll(FIRST, SECOND);
    await expect(rolledBack(wanted)).rejects.toThrow(
      `mfe-blog has no release ${wanted}; it has ${SECOND}, ${FIRST}`,
    );
    expect(await readPointer(team.target)).toBe(SECOND);
  },
);

test('with one release alone there is nothing to go back to', async () => {
  await releaseAll(FIRST);
  await expect(rolledBack()).rejects.toThrow('mfe-blog has no earlier release to go back to');
});

test('what somebody released meanwhile stays', async () => {
  await releaseAll(FIRST, SECOND);
  const { target } = team;
  let isFirst = true;
  const update: typeof target.update = async (name, change) => {
    if (isFirst) {
      isFirst = false;
      await publish(target, sampleRelease(THIRD), privateKey);
    }
    await target.update(name, change);
  };
  const late = rollBack({ ...team, target: { ...target, update } }, [], never);
  await expect(late).rejects.toThrow(`The history has changed meanwhile, ${THIRD} is its last version`);
  expect(await readPointer(target)).toBe(THIRD);
});
