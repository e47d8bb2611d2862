import { describe, expect, test } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import { PointerSchema, ReleaseManifestSchema, type ReleaseManifest } from './release.ts';

const VERSION = '0123456789ab';
const RELEASE: ReleaseManifest = {
  name: 'shop2',
  version: VERSION,
  commit: null,
  contract: 1,
  container: `shop2_${VERSION}`,
  entry: 'client/remoteEntry.js',
  serverEntry: 'server/remoteEntry.js',
  modules: { Post: { js: ['client/post.js'], css: [] } },
  shared: { react: '^19.0.0' },
  files: { 'client/remoteEntry.js': { size: 1, sha384: 'x'.repeat(64) } },
};

describe('release.json', () => {
  test('is accepted as the build writes it', () => {
    expect(Value.Check(ReleaseManifestSchema, RELEASE)).toBe(true);
  });

  test.each([
    ['a name with a large letter', { name: 'Blog' }],
    ['a version that is a path', { version: '../../etc/pw' }],
    ['a container that is no identifier', { container: 'blog-0123456789ab' }],
    ['a hash of another kind', { files: { a: { size: 1, sha384: 'x' } } }],
    ['a commit that is none', { commit: 'main' }],
  ])('is rejected with %s', (_, change) => {
    expect(Value.Check(ReleaseManifestSchema, { ...RELEASE, ...change })).toBe(false);
  });
});

test.each([
  [{ version: VERSION }, true],
  [{ version: '../0123456789' }, false],
  [null, false],
])('the pointer %j: %s', (pointer, accepted) => {
  expect(Value.Check(PointerSchema, pointer)).toBe(accepted);
});
