/** @jest-environment node */
import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { releaseSetOf, sampleRemoteRelease } from '../testing/release-set';
import type { RemoteLoader } from '../page/remotes/release-set';
import type { createServerLoader } from './renderer';

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
  ({ createServerLoader: create } = await import('./renderer'));
});
beforeEach(() => {
  required.mockReset();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const broken = () => {
  throw new Error('broken');
};

/** A loader of one release of the news with this function in its server entry. */
function loaderOf(get: (name: string) => () => object): RemoteLoader {
  version += 1;
  const release = sampleRemoteRelease('news', String(version).padStart(12, '0'));
  required.mockReturnValue({ [release.container]: { init: () => undefined, get } });
  return create(releaseSetOf(['news', release]), { [release.container]: FILE }, {});
}

test('modules are loaded from their release’s local file, which is read once', async () => {
  const Part = () => null;
  const load = loaderOf((from) => () => ({ default: Part, from }));
  expect(await load('news/Story')).toMatchObject({ module: { default: Part, from: './Story' } });
  expect(await load('news/Latest')).toMatchObject({ module: { from: './Latest' } });
  expect(required.mock.calls).toEqual([[FILE]]);
});

test.each(['file', 'entry'])('a module whose %s throws is rejected; a repeated one at once', async (what) => {
  const load = loaderOf(broken);
  if (what === 'file') required.mockImplementation(broken);
  const failure = await load('news/Story').catch((error: unknown) => error);
  required.mockClear();
  await expect(load('news/Story')).rejects.toBe(failure);
  expect(required).not.toHaveBeenCalled();
});

test.each([
  ['release in the set', releaseSetOf(), 'The release set has no news'],
  ['known file', releaseSetOf(['news', sampleRemoteRelease('news', 'ffffffffffff')]), 'news'],
])('a module without a %s is rejected', async (_, set, message) => {
  await expect(create(set, {}, {})('news/Story')).rejects.toThrow(message);
  expect(required).not.toHaveBeenCalled();
});
