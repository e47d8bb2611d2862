import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { passedCheck } from './passed-check';
import { temporaryFolder } from './testing/temporary-folder';

let root = '';
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const check = (title = 'Tests', folder = 'mfe-blog') => passedCheck(folder, title, root);
/** The tests of the blog held. */
beforeEach(async () => {
  root = temporaryFolder();
  execFileSync('git', ['init', '--quiet', root]);
  write('.gitignore', 'dist\nnode_modules\n.cache\n');
  write('mfe-blog/src/a.ts', '1');
  write('mfe-forms/src/a.ts', '1');
  write('shared/a.ts', '1');
  write('package-lock.json', '{}');
  write('node_modules/.package-lock.json', '{}');
  execFileSync('git', ['add', '.'], { cwd: root });
  const held = check();
  await held.isKnown();
  await held.remember();
});

test('a check that held is known, of its own package alone', async () => {
  expect(await check().isKnown()).toBe(true);
  expect(await check('Types').isKnown()).toBe(false);
  expect(await check('Tests', 'mfe-forms').isKnown()).toBe(false);
});

test.each([
  'mfe-blog/src/a.ts',
  'mfe-blog/src/new.test.ts',
  'shared/a.ts',
  'package-lock.json',
  'node_modules/.package-lock.json',
])('%s decides about it', async (file) => {
  write(file, '2');
  expect(await check().isKnown()).toBe(false);
});

test('so does a file that is removed', async () => {
  rmSync(path.join(root, 'mfe-blog/src/a.ts'));
  expect(await check().isKnown()).toBe(false);
});

test('another package and what is built do not', async () => {
  write('mfe-forms/src/a.ts', '2');
  write('mfe-blog/dist/a.js', '2');
  expect(await check().isKnown()).toBe(true);
});

const changesOf = async () => {
  const asked = check();
  await asked.isKnown();
  return asked.changedModules();
};

test('modules of the package that alone have changed are told', async () => {
  write('mfe-blog/src/a.ts', '2');
  expect(await changesOf()).toEqual(['mfe-blog/src/a.ts']);
});

test.each([
  ['another file of the package', 'mfe-blog/src/a.css'],
  ['a new module', 'mfe-blog/src/new.ts'],
  ['a module of shared', 'shared/a.ts'],
  ['the lock file', 'package-lock.json'],
])('with %s, which may concern all that is checked, none are told', async (_, file) => {
  write('mfe-blog/src/a.ts', '2');
  write(file, '2');
  expect(await changesOf()).toBeNull();
});

test('nor with a module that is gone, or of a check that never held', async () => {
  rmSync(path.join(root, 'mfe-blog/src/a.ts'));
  expect(await changesOf()).toBeNull();
  const types = check('Types');
  await types.isKnown();
  expect(types.changedModules()).toBeNull();
});

test('what was changed while it ran is not taken for checked', async () => {
  write('shared/a.ts', '2');
  const running = check();
  await running.isKnown();
  write('shared/a.ts', '3');
  await running.remember();
  expect(await check().isKnown()).toBe(false);
});

test.each([
  [
    'without git',
    () => {
      rmSync(path.join(root, '.git'), { recursive: true });
    },
  ],
  [
    'in a folder that git ignores',
    () => {
      write('dist/mfe-blog/a.ts', '1');
      root = path.join(root, 'dist');
    },
  ],
])('%s it is never known', async (_, change) => {
  change();
  const held = check();
  await held.isKnown();
  await held.remember();
  expect(await check().isKnown()).toBe(false);
});
