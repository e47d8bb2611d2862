/** @jest-environment node */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { releaseSetOf, sampleRemoteRelease } from '../testing/release-set';
import type { RemoteLoader } from './remotes/release-set';
import type { createServerLoader } from './server';

// The real runtime. The test sets the values that webpack and its plugins put into the bundle.
const required = jest.fn((file: string): unknown => jest.requireActual(file));
Object.assign(globalThis, {
  __SHARED_VERSIONS__: { react: '19.3.1' },
  __non_webpack_require__: required,
});

let folder = '';
let create: typeof createServerLoader;
let version = 0;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'entries-'));
  ({ createServerLoader: create } = await import('./server'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  required.mockClear();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** A loader of one release of the blog with this code as its server entry. */
function loaderOf(code: string | null): { readonly loader: RemoteLoader; readonly file: string } {
  version += 1;
  const release = sampleRemoteRelease('blog', String(version).padStart(12, '0'));
  const file = path.join(folder, release.version, 'remoteEntry.js');
  if (code !== null) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `exports['${release.container}'] = { init() {}, get(name) { ${code} } };`);
  }
  const loader = create(releaseSetOf(['blog', release]), { [release.entry]: file });
  return { loader, file };
}

test('modules are loaded from their release’s local file, which is read once', async () => {
  const { loader, file } = loaderOf('return () => ({ default: function Part() {}, from: name });');
  expect(await loader.load('blog/Post', 'page')).toMatchObject({
    module: { default: expect.any(Function), from: './Post' },
    isOfPage: true,
  });
  expect(await loader.load('blog/Teaser', 'page')).toMatchObject({ module: { from: './Teaser' } });
  expect(required.mock.calls).toEqual([[file]]);
});

test.each<readonly [string, string | null]>([
  ['whose file is missing', null],
  ['whose entry throws', 'throw new Error("broken");'],
])('a module %s is rejected; a repeated request is rejected at once', async (_, code) => {
  const { loader } = loaderOf(code);
  const failure = await loader.load('blog/Post', 'page').catch((error: unknown) => error);
  required.mockClear();
  await expect(loader.load('blog/Post', 'page')).rejects.toBe(failure);
  expect(required).not.toHaveBeenCalled();
});

test.each([
  ['release in the set', releaseSetOf(), 'The release set has no blog'],
  ['known file', releaseSetOf(['blog', sampleRemoteRelease('blog', 'ffffffffffff')]), 'blog'],
])('a module without a %s is rejected', async (_, set, message) => {
  await expect(create(set, {}).load('blog/Post', 'page')).rejects.toThrow(message);
  expect(required).not.toHaveBeenCalled();
});
