import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Stats } from 'webpack';
import { repositoryRoot } from '../environment/repository';
import { checkSources, sourceVersion } from './source-version';

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
  'shared/operating/package.json': '{}',
  'shared/ui/package.json': '{}',
  'remote-kit/package.json': JSON.stringify({ dependencies: needs('contracts') }),
  'package-lock.json': '{}',
};
const WORKSPACES = ['shared/contracts', 'shared/operating', 'shared/ui', 'remote-kit'];

let temporary = '';
let root = '';
const write = (file: string, content: string, below = root) => {
  mkdirSync(path.dirname(path.join(below, file)), { recursive: true });
  writeFileSync(path.join(below, file), content);
};
const PACKAGES = ['mfe-blog', 'mfe-home', 'shell'];
const versions = (below = root) => PACKAGES.map((folder) => sourceVersion(path.join(below, folder), below));
/** Links the workspaces as npm does. */
const link = (below = root) => {
  const scope = path.join(below, 'node_modules/@vidlunnia');
  mkdirSync(scope, { recursive: true });
  for (const folder of WORKSPACES)
    symlinkSync(path.join(below, folder), path.join(scope, path.basename(folder)), 'junction');
};

beforeEach(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'source-version-'));
  root = path.join(temporary, 'a');
  for (const [file, content] of Object.entries(FILES)) write(file, content);
  link();
});
afterEach(() => {
  rmSync(temporary, { recursive: true });
});

test('the same sources have the same version everywhere; each package has its own', () => {
  const copy = path.join(temporary, 'somewhere else');
  for (const [file, content] of Object.entries(FILES).reverse()) write(file, content, copy);
  link(copy);
  expect(versions(copy)).toEqual(versions());
  const found = versions();
  expect(new Set(found).size).toBe(3);
  expect(found.filter((version) => !/^[0-9a-f]{12}$/.test(version))).toEqual([]);
});

test.each([
  ['a file of a package', 'mfe-blog/src/clean.ts', ['mfe-blog']],
  ['a new file', 'mfe-blog/src/post/mark.svg', ['mfe-blog']],
  ['what a server imports', 'shared/operating/log.ts', ['shell']],
  ['a workspace that remotes need', 'shared/ui/index.ts', ['mfe-blog', 'mfe-home']],
  ['a workspace that the kit needs', 'shared/contracts/index.ts', PACKAGES],
  ['the lock file', 'package-lock.json', PACKAGES],
  ['the kit', 'remote-kit/release/signature.ts', PACKAGES],
  ['a test', 'mfe-blog/src/clean.test.ts', []],
  ['what was built', 'mfe-blog/dist/0123456789ab/release.json', []],
  ['a size budget', 'remote-kit/build/budgets/budgets.ts', []],
  ['a task', 'scripts/stack.ts', []],
])('a change of %s alters the versions that it concerns', (_, file, changed) => {
  const before = versions();
  write(file, 'changed');
  const after = versions();
  expect(PACKAGES.filter((__, index) => after[index] !== before[index])).toEqual(changed);
});

test('what a remote says of itself alters its version and those of servers', () => {
  const before = versions();
  write('mfe-blog/package.json', JSON.stringify({ ...REMOTE, version: '1.0.0' }));
  const [blog, home, shell] = versions();
  expect([blog === before[0], home === before[1], shell === before[2]]).toEqual([false, true, false]);
});

test('text moved from one file to the next changes it', () => {
  const before = versions();
  write('mfe-blog/src/clean.ts', '3');
  write('mfe-blog/src/exposes.ts', '12');
  expect(versions()).not.toEqual(before);
});

describe('a build', () => {
  const statsOf = (...files: readonly string[]) =>
    [
      { compilation: { fileDependencies: files.map((file) => path.join(repositoryRoot, file)) } },
    ] as unknown as Stats[];

  test('may read what its version covers, packages of the registry and folders', () => {
    const read = ['mfe-blog/src/exposes.ts', 'mfe-blog/src', 'node_modules/react/index.js', 'package.json'];
    expect(() => {
      checkSources(path.join(repositoryRoot, 'mfe-blog'), statsOf(...read, '../elsewhere.ts'));
    }).not.toThrow();
  });

  test('that has read anything else fails', () => {
    expect(() => {
      checkSources(path.join(repositoryRoot, 'mfe-blog'), statsOf('mfe-home/src/exposes.ts'));
    }).toThrow('mfe-blog is built from mfe-home/src/exposes.ts, which its version does not cover');
  });
});
