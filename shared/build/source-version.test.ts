import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Stats } from 'webpack';
import { repositoryRoot } from '../environment/repository';
import { checkSources, sourceVersion } from './source-version';

const FILES = {
  'mfe-blog/src/exposes.ts': '1',
  'mfe-blog/src/clean.ts': '23',
  'mfe-home/src/exposes.ts': '1',
  'shell/server/main.ts': '1',
  'shared/ui/index.ts': '1',
  'shared/release/signature.ts': '1',
  'package-lock.json': '{}',
};

let temporary = '';
let root = '';
const write = (file: string, content: string, below = root) => {
  mkdirSync(path.dirname(path.join(below, file)), { recursive: true });
  writeFileSync(path.join(below, file), content);
};
const PACKAGES = ['mfe-blog', 'mfe-home', 'shell'];
const versions = (below = root) => PACKAGES.map((folder) => sourceVersion(folder, 'production', below));

beforeEach(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'source-version-'));
  root = path.join(temporary, 'a');
  for (const [file, content] of Object.entries(FILES)) write(file, content);
});
afterEach(() => {
  rmSync(temporary, { recursive: true });
});

test('the same sources have the same version everywhere; each package and mode has its own', () => {
  const copy = path.join(temporary, 'somewhere else');
  for (const [file, content] of Object.entries(FILES).reverse()) write(file, content, copy);
  expect(versions(copy)).toEqual(versions());
  const found = [...versions(), sourceVersion('mfe-blog', 'development', root)];
  expect(new Set(found).size).toBe(4);
  expect(found.filter((version) => !/^[0-9a-f]{12}$/.test(version))).toEqual([]);
});

test.each([
  ['a file of a package', 'mfe-blog/src/clean.ts', ['mfe-blog']],
  ['a new file', 'mfe-blog/src/post/mark.svg', ['mfe-blog']],
  ['what a remote says of itself', 'mfe-blog/package.json', ['mfe-blog', 'shell']],
  ['a shared primitive', 'shared/ui/index.ts', PACKAGES],
  ['the lock file', 'package-lock.json', PACKAGES],
  ['a part of servers', 'shared/release/signature.ts', ['shell']],
  ['a test', 'mfe-blog/src/clean.test.ts', []],
  ['what was built', 'mfe-blog/dist/0123456789ab/release.json', []],
  ['a size budget', 'shared/build/budgets/budgets.ts', []],
  ['a task', 'shared/tasks/stack.ts', []],
])('a change of %s alters the versions that it concerns', (_, file, changed) => {
  const before = versions();
  write(file, 'changed');
  const after = versions();
  expect(PACKAGES.filter((__, index) => after[index] !== before[index])).toEqual(changed);
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
      checkSources('mfe-blog', statsOf(...read, '../elsewhere.ts'));
    }).not.toThrow();
  });

  test('that has read anything else fails', () => {
    expect(() => {
      checkSources('mfe-blog', statsOf('mfe-home/src/exposes.ts'));
    }).toThrow('mfe-blog is built from mfe-home/src/exposes.ts, which its version does not cover');
  });
});
