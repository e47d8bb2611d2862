import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createElement, forwardRef, lazy, memo } from 'react';
import { releaseSetOf, sampleRemoteRelease } from '../../testing/release-set';
import { RemoteError } from './errors';
import { createRemoteLoader, type RemoteLoader } from './remote-loader';
import type { ReleaseHost } from './release-host';
import type { ReleaseSet, RemoteRelease } from './release-set';

const OLD = sampleRemoteRelease('blog', 'aaaaaaaaaaaa');
const NEW = sampleRemoteRelease('blog', 'bbbbbbbbbbbb');
const Component = () => null;

type LoadRemote = (id: string) => Promise<unknown>;
const loadRemote = jest.fn<LoadRemote>();
const fetchReleaseSet = jest.fn<() => Promise<ReleaseSet>>();

beforeEach(() => {
  jest.resetAllMocks();
  loadRemote.mockResolvedValue({ default: Component });
  fetchReleaseSet.mockRejectedValue(new Error('The live set was not to be asked for'));
});

function loaderFor(releaseSet: ReleaseSet): RemoteLoader {
  const host: ReleaseHost = {
    // Its signature promises whatever type its caller names.
    load: async <Module>({ container }: RemoteRelease, module: string) =>
      (await loadRemote(`${container}/${module}`)) as Module,
    has: () => true,
  };
  return createRemoteLoader({ host, releaseSet, fetchReleaseSet });
}
const loader = () => loaderFor(releaseSetOf(['blog', OLD]));
const live = (release = NEW) => fetchReleaseSet.mockResolvedValue(releaseSetOf(['blog', release]));
const loaded = () => loadRemote.mock.calls.map(([id]) => id);

describe('the first attempt', () => {
  test('loads the module of the release that the page names, without asking anybody', async () => {
    const module = await loader().load('blog/Post', 1);
    expect(module.default).toBe(Component);
    expect(loaded()).toEqual(['blog_aaaaaaaaaaaa/Post']);
    expect(fetchReleaseSet).not.toHaveBeenCalled();
  });

  test('at a remote that the page’s set lacks asks for the live set', async () => {
    live();
    await loaderFor(releaseSetOf()).load('blog/Post', 1);
    expect(loaded()).toEqual(['blog_bbbbbbbbbbbb/Post']);
  });

  test('at a remote that has no live release either says so', async () => {
    fetchReleaseSet.mockResolvedValue(releaseSetOf());
    const loading = loaderFor(releaseSetOf()).load('blog/Post', 1);
    await expect(loading).rejects.toThrow(new RemoteError('blog has no live release'));
    expect(loadRemote).not.toHaveBeenCalled();
  });

  test('at a missing remote, with the shell out of reach, says the same', async () => {
    const loading = loaderFor(releaseSetOf()).load('blog/Post', 1);
    await expect(loading).rejects.toThrow(new RemoteError('blog has no live release'));
  });
});

describe('a later attempt', () => {
  test.each([2, 3])('(%i.) takes a newer release', async (attempt) => {
    const remotes = loader();
    await remotes.load('blog/Post', 1);
    live();
    await remotes.load('blog/Post', attempt);
    expect(loaded()).toEqual(['blog_aaaaaaaaaaaa/Post', 'blog_bbbbbbbbbbbb/Post']);
  });

  test('asks anew every time', async () => {
    live();
    const remotes = loader();
    await remotes.load('blog/Post', 2);
    await remotes.load('blog/Post', 3);
    expect(fetchReleaseSet).toHaveBeenCalledTimes(2);
  });

  test('keeps to the known release when the live one is the same', async () => {
    live(OLD);
    await loader().load('blog/Post', 2);
    expect(loaded()).toEqual(['blog_aaaaaaaaaaaa/Post']);
  });

  test.each([
    ['the shell cannot be asked', () => fetchReleaseSet.mockRejectedValue(new Error('offline'))],
    ['the live set has lost the remote', () => fetchReleaseSet.mockResolvedValue(releaseSetOf())],
  ])('falls back on the known release when %s', async (_, arrange) => {
    arrange();
    await loader().load('blog/Post', 2);
    expect(loaded()).toEqual(['blog_aaaaaaaaaaaa/Post']);
  });
});

test('a remote’s failure is nothing to another remote', async () => {
  const set = releaseSetOf(['blog', OLD], ['home', sampleRemoteRelease('home')]);
  loadRemote.mockImplementation((id) =>
    id.startsWith('blog') ? Promise.reject(new Error('404')) : Promise.resolve({ default: Component }),
  );
  const remotes = loaderFor(set);
  const [blog, home] = await Promise.allSettled([remotes.load('blog/Post', 1), remotes.load('home/Hero', 1)]);
  expect([blog.status, home.status]).toEqual(['rejected', 'fulfilled']);
});

describe('a module that cannot be had', () => {
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => {
        throw new Error('It was loaded');
      },
      (error: unknown) => error,
    );

  test.each([
    ['an error', new Error('RUNTIME-008')],
    ['something that is no error', 'RUNTIME-008'],
  ])('rejects with a RemoteError that keeps %s of the runtime', async (_, cause) => {
    loadRemote.mockRejectedValue(cause);
    const error = await failure(loader().load('blog/Post', 1));
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ name: 'RemoteError', message: 'blog/Post could not be loaded', cause });
  });

  test.each([
    ['nothing', null],
    ['no default', {}],
    ['a default that is no component', { default: 'Post' }],
    ['an element instead of a component', { default: createElement(Component) }],
    ['null as its default', { default: null }],
    ['a default within a default', { default: { default: Component } }],
  ])('is refused when it exposes %s', async (_, module) => {
    loadRemote.mockResolvedValue(module);
    expect(await failure(loader().load('blog/Post', 1))).toEqual(
      new RemoteError('blog/Post exposes no component'),
    );
  });

  // The contract's type takes them: see shared/contracts/modules.test.tsx.
  test.each([
    ['a memoised component', memo(Component)],
    ['a lazy one', lazy(() => Promise.resolve({ default: Component }))],
    ['one that passes a ref on', forwardRef(Component)],
  ])('is none that exposes %s', async (_, component) => {
    loadRemote.mockResolvedValue({ default: component });
    expect((await loader().load('blog/Post', 1)).default).toBe(component);
  });

  describe('in time', () => {
    beforeEach(() => {
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    test.each<readonly [string, number, () => void]>([
      ['its code hangs', 1, () => loadRemote.mockReturnValue(new Promise(() => undefined))],
      ['the shell hangs', 2, () => fetchReleaseSet.mockReturnValue(new Promise(() => undefined))],
    ])('is given up after 10 s when %s', async (_, attempt, arrange) => {
      arrange();
      const settled = jest.fn();
      void loader().load('blog/Post', attempt).catch(settled);
      await jest.advanceTimersByTimeAsync(9_999);
      expect(settled).not.toHaveBeenCalled();
      await jest.advanceTimersByTimeAsync(1);
      expect(settled).toHaveBeenCalledWith(
        new RemoteError('blog/Post could not be loaded', { cause: new Error('it took too long') }),
      );
    });
  });
});
