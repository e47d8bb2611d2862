import { expect, test } from '@jest/globals';
import { directoryTarget } from './directory-target';
import { readHistory, readPointer } from './history';
import { outOfDate, prune, pruneAsSet } from './retention';
import { FIRST, SECOND } from './testing/sample-release';
import { publishSamples } from './testing/sample-team';
import { temporaryFolder } from './testing/temporary-folder';

const THIRD = 'cccccccccccc';
const HOUR = 3_600_000;
/** One version an hour, from hour 0 on. */
const history = (versions: string) =>
  versions.split('').map((version, hour) => ({
    ...{ version, commit: null, bytes: 0, kind: 'release' as const },
    at: new Date(hour * HOUR).toISOString(),
  }));

test.each([
  ['none of few releases', 'abc', 'c', { kept: 5, keepFor: 0 }, 9, ''],
  ['those that are neither current nor among the last', 'abcd', 'd', { kept: 2, keepFor: 0 }, 9, 'ab'],
  ['not the one that the pointer names', 'abcd', 'a', { kept: 2, keepFor: 0 }, 9, 'b'],
  ['not one that was replaced a short while ago', 'abcd', 'd', { kept: 1, keepFor: 2 * HOUR }, 3, 'a'],
  ['one that was replaced exactly that long ago', 'abcd', 'd', { kept: 1, keepFor: 2 * HOUR }, 4, 'ab'],
  ['not one that a site has live', 'abcd', 'd', { kept: 1, keepFor: 0, needed: ['b'] }, 9, 'ac'],
  ['not one that was named again lately', 'abac', 'c', { kept: 2, keepFor: 0 }, 9, 'b'],
])('out of date: %s', (_, versions, pointer, retention, hour, expected) => {
  expect(outOfDate(history(versions), pointer, retention, hour * HOUR).join('')).toBe(expected);
});

test('the next one continues where prune was killed', async () => {
  const target = directoryTarget(temporaryFolder());
  await publishSamples({ target }, FIRST, SECOND, THIRD);
  let removed = 0;
  const killed = {
    ...target,
    remove: (name: string) =>
      (removed += 1) === 3 ? Promise.reject(new Error('killed')) : target.remove(name),
  };
  await expect(prune(killed, { keepFor: 0, kept: 1, grace: 0 })).rejects.toThrow('killed');
  expect(await prune(target, { keepFor: 0, kept: 1, grace: 0 })).toEqual([FIRST, SECOND]);
  for (const version of [FIRST, SECOND]) expect(await target.read(`${version}/release.json`)).toBeNull();
  expect(JSON.parse(String(await target.read('.unnamed.json')))).toEqual([]);
});

test('the files stay for a while after the history has lost a release: it may be published again', async () => {
  const target = directoryTarget(temporaryFolder());
  await publishSamples({ target }, FIRST, SECOND);
  expect(await prune(target, { keepFor: 0, kept: 1 })).toEqual([]);
  expect((await readHistory(target)).map(({ version }) => version)).toEqual([SECOND]);
  await publishSamples({ target }, FIRST);
  expect(await prune(target, { keepFor: 0, kept: 2, grace: 0 })).toEqual([]);
  expect([await readPointer(target), String(await target.read(`${FIRST}/client/remoteEntry.js`))]).toEqual([
    ...[FIRST, FIRST],
  ]);
});

test('a failure to remove old releases is reported, and fails nothing', async () => {
  const said: string[] = [];
  const broken = { ...directoryTarget(temporaryFolder()), read: () => Promise.reject(new Error('403')) };
  await pruneAsSet(broken, {}, (line) => said.push(line));
  expect(said).toEqual(['Old releases could not be removed, the next release tries again: 403']);
});
