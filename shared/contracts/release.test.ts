import { describe, expect, test } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import { PointerSchema, ReleaseManifestSchema, type ReleaseManifest } from './release.ts';

const VERSION = '0123456789ab';
const RELEASE: ReleaseManifest = {
  name: 'blog',
  version: VERSION,
  commit: null,
  contract: 1,
  container: `blog_${VERSION}`,
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

  test('may be of a remote with digits in its name', () => {
    const release = { ...RELEASE, name: 'shop2', container: `shop2_${VERSION}` };
    expect(Value.Check(ReleaseManifestSchema, release)).toBe(true);
  });

  test.each(Object.keys(RELEASE))('needs its %s', (name) => {
    expect(Value.Check(ReleaseManifestSchema, { ...RELEASE, [name]: undefined })).toBe(false);
  });

  test.each([
    ['a name with a large letter', { name: 'Blog' }],
    ['a version that is a path', { version: '../../etc/pw' }],
    ['a version of another length', { version: '0123' }],
    ['a container that is no identifier', { container: 'blog-0123456789ab' }],
    ['a contract that is no number', { contract: '1' }],
    ['a module without styles', { modules: { Post: { js: [] } } }],
    ['a hash of another kind', { files: { a: { size: 1, sha384: 'x' } } }],
    ['a commit that is none', { commit: 'main' }],
    ['a file of negative size', { files: { a: { size: -1, sha384: 'x'.repeat(64) } } }],
  ])('is rejected with %s', (_, change) => {
    expect(Value.Check(ReleaseManifestSchema, { ...RELEASE, ...change })).toBe(false);
  });
});

test.each([
  [{ version: VERSION }, true],
  [{ version: '../0123456789' }, false],
  [{ version: 'ABCDEFABCDEF' }, false],
  [{}, false],
  [VERSION, false],
  [null, false],
])('the pointer %j: %s', (pointer, accepted) => {
  expect(Value.Check(PointerSchema, pointer)).toBe(accepted);
});
