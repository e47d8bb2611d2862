import { describe, expect, test } from '@jest/globals';
import { directoryTarget } from './directory-target';
import { readHistory } from './history';
import { outOfDate, prune, pruneAsSet } from './retention';
import { FIRST, SECOND } from './testing/sample-release';
import { publishSamples } from './testing/sample-team';
import { temporaryFolder } from './testing/temporary-folder';

const HOUR = 3_600_000;
/** One version an hour, from hour 0 on. */
const history = (versions: string) =>
  versions.split('').map((version, hour) => ({
    ...{ version, commit: null, bytes: 0, kind: 'release' as const },
    at: new Date(hour * HOUR).toISOString(),
  }));

describe('out of date', () => {
  test.each([
    ['nothing is, of few releases', 'abc', 'c', { kept: 5, keepFor: 0 }, 9, ''],
    ['what is neither current nor among the last ones', 'abcd', 'd', { kept: 2, keepFor: 0 }, 9, 'ab'],
    ['not what the pointer names, however old', 'abcd', 'a', { kept: 2, keepFor: 0 }, 9, 'b'],
    ['not what was replaced a short while ago', 'abcd', 'd', { kept: 1, keepFor: 2 * HOUR }, 3, 'a'],
    ['what was replaced just that long ago is', 'abcd', 'd', { kept: 1, keepFor: 2 * HOUR }, 4, 'ab'],
    ['not what a site has live', 'abcd', 'd', { kept: 1, keepFor: 0, needed: ['b'] }, 9, 'ac'],
    ['not what was named again lately', 'abac', 'c', { kept: 2, keepFor: 0 }, 9, 'b'],
  ])('%s', (_, versions, pointer, retention, hour, expected) => {
    expect(outOfDate(history(versions), pointer, retention, hour * HOUR).join('')).toBe(expected);
  });
});

test('what prune was killed at goes with the next one', async () => {
  const target = directoryTarget(temporaryFolder());
  const versions = [FIRST, SECOND, 'cccccccccccc'];
  await publishSamples({ target }, ...versions);
  let removed = 0;
  const killed = {
    ...target,
    remove: (name: string) =>
      (removed += 1) === 3 ? Promise.reject(new Error('killed')) : target.remove(name),
  };
  await expect(prune(killed, { keepFor: 0, kept: 1, lease: 0 })).rejects.toThrow('killed');
  expect(await prune(target, { keepFor: 0, kept: 1, lease: 0 })).toEqual(versions.slice(0, 2));
  for (const version of versions.slice(0, 2)) expect(await target.read(`${version}/release.json`)).toBeNull();
});

test('what somebody publishes again meanwhile stays, and is not published while it is removed', async () => {
  const target = directoryTarget(temporaryFolder());
  await publishSamples({ target }, FIRST, SECOND);
  expect(await prune(target, { keepFor: 0, kept: 1 })).toEqual([]);

  const slow = {
    ...target,
    remove: async (name: string) => {
      await expect(publishSamples({ target }, FIRST)).rejects.toThrow('is being removed by');
      await target.remove(name);
    },
  };
  expect(await prune(slow, { keepFor: 0, kept: 1, lease: 0 })).toEqual([FIRST]);
  await publishSamples({ target }, FIRST);
  expect((await readHistory(target)).map(({ version }) => version)).toEqual([SECOND, FIRST]);
});

test('what keeps old releases from being removed is said, and is no failure', async () => {
  const said: string[] = [];
  const broken = { ...directoryTarget(temporaryFolder()), read: () => Promise.reject(new Error('403')) };
  await pruneAsSet(broken, {}, (line) => said.push(line));
  expect(said).toEqual(['Old releases could not be removed, the next release tries again: 403']);
});
