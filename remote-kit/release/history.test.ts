import { beforeEach, describe, expect, test } from '@jest/globals';
import { directoryTarget } from './directory-target';
import { readHistory, readPointer, previousVersion } from './history';
import type { ReleaseTarget } from './release-target';
import { temporaryFolder } from './testing/temporary-folder';

let target: ReleaseTarget;
beforeEach(() => {
  target = directoryTarget(temporaryFolder());
});

test.each([
  ['current.json', '{"version":"../.."}', readPointer, ': version is “../..”; it has to be'],
  ['history.json', '[{"version":"aaaaaaaaaaaa"}]', readHistory, ': 0.at is missing; it has to be a text'],
  ['history.json', '[', readHistory, ' is no JSON'],
])('%s that is malformed is rejected by its name: %s', async (name, text, read, problem) => {
  await target.write(name, Buffer.from(text));
  await expect(read(target)).rejects.toThrow(`${name} of the origin${problem}`);
});

describe('the previous version', () => {
  const before = (versions: string, current: string | null) =>
    previousVersion(
      versions.split('').map((version) => ({ version, at: '', commit: null, bytes: 0, kind: 'release' })),
      current,
    );

  test.each([
    ['there is none before the first', 'a', 'a', null],
    ['there is none without a release', '', null, null],
    ['the one released before', 'abc', 'c', 'b'],
    ['after a rollback, the one gone back from', 'aba', 'a', 'b'],
    ['the same twice counts once', 'abb', 'b', 'a'],
    ['one whose release ended before the pointer does not count', 'abc', 'b', 'a'],
    ['there is none when the history does not know the current one', 'ab', 'z', null],
  ])('%s', (_, versions, current, expected) => {
    expect(before(versions, current)).toBe(expected);
  });
});
