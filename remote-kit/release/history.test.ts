import { expect, test } from '@jest/globals';
import { directoryTarget } from './directory-target';
import { previousVersion, readHistory } from './history';
import { temporaryFolder } from './testing/temporary-folder';

test('a malformed history is rejected by its name', async () => {
  const target = directoryTarget(temporaryFolder());
  await target.write('history.json', Buffer.from('[{"version":"aaaaaaaaaaaa"}]'));
  await expect(readHistory(target)).rejects.toThrow('history.json of the origin: 0.at is missing');
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
  const entries = versions.split('').map((version) => ({
    ...{ version, at: '', commit: null, bytes: 0, kind: 'release' as const },
  }));
  expect(previousVersion(entries, current)).toBe(expected);
});
