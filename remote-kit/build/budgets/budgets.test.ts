import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { checkBudget } from './budgets';
import { weighRelease } from './weigh';

const FILES = {
  'client/remoteEntry.js': 'entry'.repeat(200),
  'client/static/vendor.js': 'vendor'.repeat(300),
  'client/static/post.js': 'post'.repeat(100),
  'client/static/teaser.js': 'teaser'.repeat(100),
  'client/static/both.css': '.both {}'.repeat(50),
  'client/static/text.woff2': 'glyph'.repeat(100),
};
const RELEASE = {
  name: 'blog',
  version: '0123456789ab',
  commit: null,
  contract: 1,
  container: 'blog_0123456789ab',
  entry: 'client/remoteEntry.js',
  serverEntry: 'server/remoteEntry.js',
  modules: {
    Post: { js: ['client/static/vendor.js', 'client/static/post.js'], css: ['client/static/both.css'] },
    Teaser: { js: ['client/static/vendor.js', 'client/static/teaser.js'], css: ['client/static/both.css'] },
  },
  shared: {},
  files: {},
};

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'budgets-'));
  mkdirSync(path.join(directory, 'client/static'), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) writeFileSync(path.join(directory, file), text);
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const gzipped = (...files: (keyof typeof FILES)[]) =>
  files.reduce((sum, file) => sum + gzipSync(FILES[file], { level: 9 }).length, 0);

test('a release’s modules are weighed together, a file that two of them need once', async () => {
  expect(await weighRelease(RELEASE, directory)).toEqual({
    entry: gzipped('client/remoteEntry.js'),
    scripts: gzipped('client/static/vendor.js', 'client/static/post.js', 'client/static/teaser.js'),
    styles: gzipped('client/static/both.css'),
    fonts: 500,
    modules: {
      Post: gzipped('client/static/vendor.js') + gzipped('client/static/post.js'),
      Teaser: gzipped('client/static/vendor.js') + gzipped('client/static/teaser.js'),
    },
  });
});

const budgets = {
  'mfe-blog': { entry: 100, scripts: 2_000, styles: 300 },
  shell: { scripts: 50, styles: 50, fonts: 36 },
};
const check =
  (weights: Parameters<typeof checkBudget>[1], folder: keyof typeof budgets = 'mfe-blog') =>
  () => {
    checkBudget(folder, weights, budgets[folder]);
  };

test('a budget holds what weighs as much as it may', () => {
  expect(check({ entry: 100, scripts: 2_000, styles: 300, fonts: 0 })).not.toThrow();
  expect(check({ scripts: 50, styles: 0, fonts: 36 }, 'shell')).not.toThrow();
});

test('what is exceeded is said, a line each: by which package, in what, by how much, and what to do', () => {
  const modules = { Teaser: 1_000, Post: 3_000 };
  expect(check({ entry: 100, scripts: 3_234, styles: 301, fonts: 0, modules })).toThrow(
    /^mfe-blog: its scripts weigh 3,234 bytes after gzip, 1,234 bytes more than the 2,000 bytes of its budget; make them lighter, or raise it\n {2}Post: 3,000 bytes\n {2}Teaser: 1,000 bytes\nmfe-blog: its styles weigh 301 [^\n]*$/,
  );
});

test('fonts are weighed as they are; a remote brings none', () => {
  expect(check({ scripts: 0, styles: 0, fonts: 37 }, 'shell')).toThrow(
    /its fonts weigh 37 bytes, 1 bytes more/,
  );
  expect(check({ scripts: 0, styles: 0, fonts: 1 })).toThrow('mfe-blog: its fonts weigh 1 bytes');
});
