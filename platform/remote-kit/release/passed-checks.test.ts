import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { passedChecks } from './passed-checks';

const LIVE = { home: 'aaaaaaaaaaaa' };

let root = '';
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const setVariable = (name: string, value: string) => {
  jest.replaceProperty(process, 'env', { ...process.env, [name]: value });
};
const checks = (folder = root) => passedChecks(path.join(folder, 'mfe-blog'));
const isRemembered = () => checks().has('Page', LIVE);

beforeEach(() => {
  root = temporaryFolder();
  write('package-lock.json', '{}');
  write('mfe-blog/package.json', '{}');
  write('mfe-blog/src/post.ts', 'before');
  write('node_modules/.package-lock.json', '{}');
  mkdirSync(path.join(root, 'node_modules/@vidlunnia'));
  checks().add('Page', LIVE);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('a check that passed counts for the same inputs; what no check reads does not matter', () => {
  write('mfe-blog/dist/0123456789ab/release.json', '');
  write('mfe-blog/.cache/types', '');
  write('node_modules/react/index.js', '');
  setVariable('npm_config_loglevel', 'silent');
  expect(isRemembered()).toBe(true);
});

test.each([
  ['a source', 'mfe-blog/src/post.ts', 'after'],
  ['a test', 'mfe-blog/src/post.test.ts', ''],
  ['golden data', 'shared/contracts/golden.ts', ''],
  ['the settings', '.env', 'ISLAND_DATA_MS=2000'],
  ['a name, between equal files', 'mfe-blog/src/post.tsx', 'before'],
  ['the installed packages', 'node_modules/.package-lock.json', '{ "packages": {} }'],
])('a change of %s ends it', (_, file, text) => {
  write(file, text);
  expect(isRemembered()).toBe(false);
});

test('a changed variable, or a link to a folder, ends a pass', () => {
  setVariable('NODE_ENV', 'development');
  expect(isRemembered()).toBe(false);
  jest.restoreAllMocks();
  expect(isRemembered()).toBe(true);
  symlinkSync(temporaryFolder(), path.join(root, 'linked'));
  expect(isRemembered()).toBe(false);
});

test('a pass does not count for another check, with other live releases, after a day or in a copy', () => {
  expect(checks().has('Tests', LIVE)).toBe(false);
  expect(checks().has('Page', { home: 'bbbbbbbbbbbb' })).toBe(false);
  const copy = path.join(temporaryFolder(), 'copy');
  cpSync(root, copy, { recursive: true, preserveTimestamps: true });
  expect(checks(copy).has('Page', LIVE)).toBe(false);
  const records = path.join(root, 'mfe-blog/dist/.passed');
  const yesterday = Date.now() / 1000 - 86_401;
  for (const file of readdirSync(records)) utimesSync(path.join(records, file), yesterday, yesterday);
  expect(isRemembered()).toBe(false);
});

test('a pass during which a file was changed is not recorded, even if the file was restored', () => {
  const running = checks();
  const changedAt = () => statSync(path.join(root, 'mfe-blog/src/post.ts')).ctimeMs;
  const savedAt = changedAt();
  // A file system's clock has steps of several milliseconds.
  while (changedAt() < savedAt + 20) write('mfe-blog/src/post.ts', 'fixed for a moment');
  write('mfe-blog/src/post.ts', 'before');
  running.add('Tests');
  expect(checks().has('Tests')).toBe(false);
  checks().add('Tests');
  expect(checks().has('Tests')).toBe(true);
});
