import { expect, test } from '@jest/globals';
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

test.each([
  ['as written by the build', {}, true],
  ['with a capital letter in the name', { name: 'Blog' }, false],
  ['with a version that is a path', { version: '../../etc/pw' }, false],
  ['with an invalid container name', { container: 'blog-0123456789ab' }, false],
  ['with a hash of another kind', { files: { a: { size: 1, sha384: 'x' } } }, false],
  ['with an invalid commit', { commit: 'main' }, false],
])('release.json %s', (_, change, accepted) => {
  expect(Value.Check(ReleaseManifestSchema, { ...RELEASE, ...change })).toBe(accepted);
});

test.each([
  [{ version: VERSION }, true],
  [{ version: '../0123456789' }, false],
  [null, false],
])('the pointer %j is valid: %s', (pointer, accepted) => {
  expect(Value.Check(PointerSchema, pointer)).toBe(accepted);
});
