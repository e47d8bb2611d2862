import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { checkSources, checkVersion, sourceVersion } from './sources';

const needs = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`@vidlunnia/${name}`, '*']));
const REMOTE = { vidlunnia: {}, dependencies: needs('ui'), devDependencies: needs('remote-kit') };
const FILES = {
  'mfe-blog/package.json': JSON.stringify(REMOTE),
  'mfe-blog/src/exposes.ts': '1',
  'mfe-blog/src/clean.ts': '23',
  'mfe-home/package.json': JSON.stringify(REMOTE),
  'mfe-home/src/exposes.ts': '1',
  'shell/package.json': JSON.stringify({ devDependencies: needs('operating', 'remote-kit') }),
  'shell/server/main.ts': '1',
  'shared/contracts/package.json': '{}',
  'platform/operating/package.json': '{}',
  'shared/ui/package.json': '{}',
  'platform/remote-kit/package.json': JSON.stringify({ dependencies: needs('contracts') }),
  'package-lock.json': '{}',
};
const WORKSPACES = ['shared/contracts', 'platform/operating', 'shared/ui', 'platform/remote-kit'];

let root = '';
const write = (file: string, content: string, below = root) => {
  mkdirSync(path.dirname(path.join(below, file)), { recursive: true });
  writeFileSync(path.join(below, file), content);
};
const PACKAGES = ['mfe-blog', 'mfe-home', 'shell'];
const versions = (below = root) => PACKAGES.map((folder) => sourceVersion(path.join(below, folder)));
/** Writes the files, and links to the workspaces as npm makes them. */
const lay = (below = root) => {
  for (const [file, content] of Object.entries(FILES)) write(file, content, below);
  const scope = path.join(below, 'node_modules/@vidlunnia');
  mkdirSync(scope, { recursive: true });
  for (const folder of WORKSPACES)
    symlinkSync(path.join(below, folder), path.join(scope, path.basename(folder)), 'junction');
};

beforeEach(() => {
  root = temporaryFolder();
  lay();
});

test('the same sources have the same version everywhere; each package has its own', () => {
  const copy = path.join(temporaryFolder(), 'somewhere else');
  lay(copy);
  expect(versions(copy)).toEqual(versions());
  expect(new Set(versions()).size).toBe(3);
  // Text that moves from one file to the next is another source.
  write('mfe-blog/src/clean.ts', '3');
  write('mfe-blog/src/exposes.ts', '12');
  expect(versions()).not.toEqual(versions(copy));
});

test.each([
  ['a file of a package', 'mfe-blog/src/clean.ts', ['mfe-blog']],
  ['a new file', 'mfe-blog/src/post/mark.svg', ['mfe-blog']],
  ['what a server imports', 'platform/operating/server.ts', ['shell']],
  ['a workspace that remotes need', 'shared/ui/index.ts', ['mfe-blog', 'mfe-home']],
  ['a workspace that the kit needs', 'shared/contracts/index.ts', PACKAGES],
  ['the lock file', 'package-lock.json', PACKAGES],
  ['the kit', 'platform/remote-kit/release/signature.ts', PACKAGES],
  ['a test', 'mfe-blog/src/clean.test.ts', []],
  ['what was built', 'mfe-blog/dist/0123456789ab/release.json', []],
  ['what a remote says of itself', 'mfe-home/package.json', ['mfe-home']],
])('a change of %s changes the versions that depend on it', (_, file, changed) => {
  const before = versions();
  write(file, file.endsWith('.json') ? '{ "vidlunnia": { "port": 1 } }' : 'changed');
  const after = versions();
  expect(PACKAGES.filter((__, index) => after[index] !== before[index])).toEqual(changed);
});

test('a build fails if it read a file that its version does not cover', () => {
  const read = (...files: readonly string[]) => {
    const fileDependencies = files.map((file) => path.join(repositoryRoot(), file));
    checkSources(path.join(repositoryRoot(), 'mfe-blog'), [{ compilation: { fileDependencies } }]);
  };
  read('mfe-blog/src/exposes.ts', 'mfe-blog/src', 'node_modules/react/index.js', 'package.json', '../a.ts');
  expect(() => {
    read('mfe-home/src/exposes.ts');
  }).toThrow('mfe-blog is built from mfe-home/src/exposes.ts, which its version does not cover');
});

test('a build fails if its sources have changed meanwhile', () => {
  expect(() => {
    checkVersion('/site/mfe-blog', 'a', 'b');
  }).toThrow('mfe-blog has changed while it was built');
});
