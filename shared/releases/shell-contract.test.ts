import { expect, test } from '@jest/globals';
import type { ReleaseManifest } from '@vidlunnia/contracts/release';
import type { ShellContract } from '@vidlunnia/contracts/release-report';
import { incompatibilities } from './shell-contract';

const release: ReleaseManifest = {
  name: 'blog',
  version: 'aaaaaaaaaaaa',
  commit: null,
  contract: 1,
  container: 'blog_aaaaaaaaaaaa',
  entry: 'client/remoteEntry.js',
  serverEntry: 'server/remoteEntry.js',
  modules: Object.fromEntries(['Teaser', 'Archive', 'Post'].map((name) => [name, { js: [], css: [] }])),
  shared: { react: '^19.0.0' },
  files: {},
};
const SHELL: ShellContract = {
  versions: [1, 2],
  modules: { blog: ['Teaser', 'Post'], home: ['Hero'] },
  shared: { react: '19.3.1' },
};

test('a release fits a shell with its contract, even with an additional module', () => {
  expect(incompatibilities(release, SHELL)).toEqual([]);
});

test.each([
  ['another contract', { contract: 3 }, 'it was built for contract 3; the shell takes 1, 2'],
  ['a missing module', { modules: { Teaser: { js: [], css: [] } } }, 'it does not expose Post'],
  [
    'a package that is not provided',
    { shared: { vue: '^3.0.0' } },
    'it needs vue, which the shell does not provide',
  ],
  ['another version', { shared: { react: '^20.0.0' } }, 'it needs react ^20.0.0; the shell provides 19.3.1'],
  ['a range that is none', { shared: { react: 'new' } }, 'it needs react new; the shell provides 19.3.1'],
])('%s is reported', (_, change, problem) => {
  expect(incompatibilities({ ...release, ...change }, SHELL)).toEqual([problem]);
});
