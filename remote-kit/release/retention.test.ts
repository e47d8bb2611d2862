import { expect, test } from '@jest/globals';
import { directoryTarget } from './directory-target';
import { readHistory, readPointer } from './history';
import { oldReleases, prune, pruneAndSay } from './retention';
import { FIRST, SECOND } from './testing/sample-release';
import { publishSamples } from './testing/sample-team';
import { temporaryFolder } from './testing/temporary-folder';

const THIRD = 'cccccccccccc';
test.each([
  ['none of few releases', 'abc', ['c'], 5, ''],
  ['those that are neither current nor among the last', 'abcd', ['d'], 2, 'ab'],
  ['not those that the pointer names, or the site has live', 'abcde', ['b', 'a'], 2, 'c'],
  ['not one that was named again lately', 'abac', ['c'], 2, 'b'],
])('old releases: %s', (_, versions, current, kept, expected) => {
  const history = versions.split('').map((version) => ({
    ...{ version, at: '', commit: null, bytes: 0, kind: 'release' as const },
  }));
  expect(oldReleases(history, current, kept).join('')).toBe(expected);
});

test('after prune was killed, the next call continues', async () => {
  const target = directoryTarget(temporaryFolder());
  await publishSamples({ target }, FIRST, SECOND, THIRD);
  let removed = 0;
  const killed = {
    ...target,
    remove: (name: string) =>
      (removed += 1) === 3 ? Promise.reject(new Error('killed')) : target.remove(name),
  };
  await expect(prune(killed, { kept: 1, grace: 0 })).rejects.toThrow('killed');
  expect(await prune(target, { kept: 1, grace: 0 })).toEqual([FIRST, SECOND]);
  for (const version of [FIRST, SECOND]) expect(await target.read(`${version}/release.json`)).toBeNull();
  expect(JSON.parse(String(await target.read('.unnamed.json')))).toEqual([]);
});

test('files of a release are kept for a while after it left the history: it may be published again', async () => {
  const target = directoryTarget(temporaryFolder());
  await publishSamples({ target }, FIRST, SECOND);
  expect(await prune(target, { kept: 1 })).toEqual([]);
  expect((await readHistory(target)).map(({ version }) => version)).toEqual([SECOND]);
  await publishSamples({ target }, FIRST);
  expect(await prune(target, { kept: 2, grace: 0 })).toEqual([]);
  expect([await readPointer(target), String(await target.read(`${FIRST}/client/remoteEntry.js`))]).toEqual([
    ...[FIRST, FIRST],
  ]);
});

test('a failure to remove old releases is only reported', async () => {
  const said: string[] = [];
  const broken = { ...directoryTarget(temporaryFolder()), read: () => Promise.reject(new Error('403')) };
  await pruneAndSay(broken, (line) => said.push(line));
  expect(said).toEqual(['Old releases could not be removed, the next release tries again: 403']);
});
