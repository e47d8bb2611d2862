/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { sampleRemoteRelease } from '../../testing/release-set';
import { releasesOf, withSet, type Stack } from './history';

/** A stack of sets that were live in this order: versions of blog and home. */
const stackOf = (...sets: readonly (readonly [blog: string, home: string])[]): Stack =>
  sets.reduce<Stack>(
    (stack, [blog, home]) =>
      withSet(stack, {
        blog: { name: 'blog', commit: null, release: sampleRemoteRelease('blog', blog) },
        home: { name: 'home', commit: null, release: sampleRemoteRelease('home', home) },
      }),
    [],
  );
const versions = (stack: Stack, name: string) => releasesOf(stack, name).map(({ version }) => version);

test('the newest set is on top; each release is in it once', () => {
  const stack = stackOf(['a', '1'], ['b', '1'], ['b', '2']);
  expect(stack).toHaveLength(3);
  expect([versions(stack, 'blog'), versions(stack, 'home')]).toEqual([
    ['b', 'a'],
    ['2', '1'],
  ]);
});

test('the same set again changes nothing', () => {
  const stack = stackOf(['a', '1'], ['b', '1']);
  expect(stackOf(['a', '1'], ['b', '1'], ['b', '1'])).toHaveLength(stack.length);
});

test('a rollback removes the sets above its release', () => {
  const stack = stackOf(['a', '1'], ['b', '1'], ['b', '2'], ['a', '2']);
  expect([versions(stack, 'blog'), versions(stack, 'home')]).toEqual([['a'], ['2', '1']]);
});

test('old sets with a remote’s previous release are kept', () => {
  const sets = Array.from({ length: 60 }, (_, number) => ['b', String(number)] as const);
  const stack = stackOf(['a', '0'], ...sets);
  expect(stack.length).toBeLessThanOrEqual(22);
  expect(versions(stack, 'blog')).toEqual(['b', 'a']);
});
