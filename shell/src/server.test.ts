/** @jest-environment node */
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { releaseSetOf, sampleRemoteRelease } from '../testing/release-set';
import type { RemoteLoader } from './remotes/release-set';
import type { createServerLoader } from './server';

// The real runtime. The test sets the values that webpack and its plugins put into the bundle.
const required = jest.fn<(file: string) => object>();
Object.assign(globalThis, {
  __SHARED_VERSIONS__: { react: '19.3.1' },
  __non_webpack_require__: required,
});

const FILE = '/data/remoteEntry.js';
let create: typeof createServerLoader;
let version = 0;

beforeAll(async () => {
  ({ createServerLoader: create } = await import('./server'));
});
beforeEach(() => {
  required.mockReset();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const broken = () => {
  throw new Error('broken');
};

/** A loader of one release of the blog with this function in its server entry. */
function loaderOf(get: (name: string) => () => object): RemoteLoader {
  version += 1;
  const release = sampleRemoteRelease('blog', String(version).padStart(12, '0'));
  required.mockReturnValue({ [release.container]: { init: () => undefined, get } });
  return create(releaseSetOf(['blog', release]), { [release.entry]: FILE });
}

test('modules are loaded from their release’s local file, which is read once', async () => {
  const Part = () => null;
  const loader = loaderOf((from) => () => ({ default: Part, from }));
  expect(await loader.load('blog/Post')).toMatchObject({
    module: { default: Part, from: './Post' },
  });
  expect(await loader.load('blog/Teaser')).toMatchObject({ module: { from: './Teaser' } });
  expect(required.mock.calls).toEqual([[FILE]]);
});

test.each(['file', 'entry'])('a module whose %s throws is rejected; a repeated one at once', async (what) => {
  const loader = loaderOf(broken);
  if (what === 'file') required.mockImplementation(broken);
  const failure = await loader.load('blog/Post').catch((error: unknown) => error);
  required.mockClear();
  await expect(loader.load('blog/Post')).rejects.toBe(failure);
  expect(required).not.toHaveBeenCalled();
});

test.each([
  ['release in the set', releaseSetOf(), 'The release set has no blog'],
  ['known file', releaseSetOf(['blog', sampleRemoteRelease('blog', 'ffffffffffff')]), 'blog'],
])('a module without a %s is rejected', async (_, set, message) => {
  await expect(create(set, {}).load('blog/Post')).rejects.toThrow(message);
  expect(required).not.toHaveBeenCalled();
});
