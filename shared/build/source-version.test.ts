import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sourceVersion } from './source-version';

const FILES = {
  'mfe-blog/package.json': '{}',
  'mfe-blog/src/post/post.tsx': 'export const Post = 1;',
  'mfe-home/src/hero.tsx': 'export const Hero = 1;',
  'shared/build/cli.ts': 'cli',
  'shared/environment/topology.ts': 'topology',
  'shared/contracts/index.ts': 'contracts',
  'shared/http/index.ts': 'http',
  'shared/ui/tokens.css': ':root {}',
  'shared/process/errors.ts': 'errors',
  'shared/release/signature.ts': 'signature',
  'shared/tasks/start.ts': 'start',
  'shell/server/main.ts': 'main',
  'shared/package.json': '{}',
  'package-lock.json': '{}',
  'tsconfig.base.json': '{}',
};

let temporary = '';
let root = '';
const write = (file: string, content: string, below = root) => {
  mkdirSync(path.dirname(path.join(below, file)), { recursive: true });
  writeFileSync(path.join(below, file), content);
};
const version = (below = root, folder = 'mfe-blog') => sourceVersion(folder, 'production', below);

beforeEach(() => {
  temporary = mkdtempSync(path.join(tmpdir(), 'source-version-'));
  root = path.join(temporary, 'a');
  for (const [file, content] of Object.entries(FILES)) write(file, content);
});
afterEach(() => {
  rmSync(temporary, { recursive: true });
});

test('a version is twelve hexadecimal digits, as the contract’s schema has it', () => {
  expect(version()).toMatch(/^[0-9a-f]{12}$/);
});

test('the same source has the same version, wherever it lies and in whatever order it was written', () => {
  const copy = path.join(temporary, 'somewhere else');
  for (const [file, content] of Object.entries(FILES).reverse()) write(file, content, copy);
  expect(version(copy)).toBe(version());
});

test.each([
  'mfe-blog/package.json',
  'mfe-blog/src/post/post.tsx',
  'shared/build/cli.ts',
  'shared/contracts/index.ts',
  'shared/http/index.ts',
  'shared/ui/tokens.css',
  'shared/package.json',
  'package-lock.json',
  'tsconfig.base.json',
])('a change of %s changes it', (file) => {
  const before = version();
  write(file, 'changed');
  expect(version()).not.toBe(before);
});

test('the release tool stands in the shell’s version, whose server verifies by it, and in no remote’s', () => {
  const versions = () => [version(), version(root, 'shell')];
  const [blog, shell] = versions();
  write('shared/release/signature.ts', 'changed');
  expect(versions()).toEqual([blog, expect.not.stringMatching(shell ?? '')]);
});

test('a new file, a removed one and a renamed one each change it', () => {
  const versions = [version()];
  write('mfe-blog/src/post/head.ts', 'x');
  versions.push(version());
  cpSync(path.join(root, 'mfe-blog/src/post/head.ts'), path.join(root, 'mfe-blog/src/post/title.ts'));
  rmSync(path.join(root, 'mfe-blog/src/post/head.ts'));
  versions.push(version());
  rmSync(path.join(root, 'mfe-blog/src/post/post.tsx'));
  versions.push(version());
  expect(new Set(versions).size).toBe(4);
});

test('text moved from one file to the next changes it', () => {
  write('mfe-blog/src/a.ts', 'one two');
  write('mfe-blog/src/b.ts', 'three');
  const before = version();
  write('mfe-blog/src/a.ts', 'one');
  write('mfe-blog/src/b.ts', ' two three');
  expect(version()).not.toBe(before);
});

test.each([
  'mfe-blog/src/post/post.test.tsx',
  'mfe-blog/src/text.test.ts',
  'mfe-blog/testing/sample.ts',
  'mfe-blog/test/support/build.ts',
  'mfe-blog/dist/0123456789ab/release.json',
  'mfe-blog/node_modules/react/index.js',
  'mfe-home/src/hero.tsx',
  'shared/tasks/start.ts',
  'shared/ui/button.test.tsx',
  'README.md',
])('%s is nothing to it', (file) => {
  const before = version();
  write(file, 'changed');
  expect(version()).toBe(before);
});

test('another mode and another package have versions of their own', () => {
  const versions = [
    version(),
    sourceVersion('mfe-blog', 'development', root),
    sourceVersion('mfe-home', 'production', root),
  ];
  expect(new Set(versions).size).toBe(3);
});
