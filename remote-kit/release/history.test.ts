import { expect, test } from '@jest/globals';
import { directoryTarget } from './directory-target';
import { previousVersion, readPointer } from './history';
import { temporaryFolder } from './testing/temporary-folder';

test('a malformed file is rejected by its name', async () => {
  const target = directoryTarget(temporaryFolder());
  await target.write('current.json', Buffer.from('{"version":"../.."}'));
  await expect(readPointer(target)).rejects.toThrow('current.json of the origin: version is “../..”');
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
