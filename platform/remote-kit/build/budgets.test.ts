import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { checkBudget, checkRelease } from './budgets';

const FILES = {
  'client/remoteEntry.js': 'entry'.repeat(200),
  'client/static/vendor.js': 'vendor'.repeat(300),
  'client/static/post.js': 'post'.repeat(100),
  'client/static/teaser.js': 'teaser'.repeat(99),
  'client/static/both.css': '.both {}'.repeat(50),
};
const modules = {
  Post: { js: ['client/static/vendor.js', 'client/static/post.js'], css: ['client/static/both.css'] },
  Teaser: { js: ['client/static/vendor.js', 'client/static/teaser.js'], css: ['client/static/both.css'] },
};

let directory = '';
beforeEach(() => {
  directory = temporaryFolder();
  mkdirSync(path.join(directory, 'client/static'), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) writeFileSync(path.join(directory, file), text);
});

const gzipped = (...names: readonly string[]) =>
  Object.entries(FILES)
    .filter(([file]) => names.some((name) => file.includes(name)))
    .reduce((sum, [, text]) => sum + gzipSync(text, { level: 9 }).length, 0);
const check = (budget: { readonly scripts: number; readonly styles: number }) =>
  checkRelease({ folder: 'mfe-blog', budget }, { entry: 'client/remoteEntry.js', modules }, directory);
const [scripts, styles] = [gzipped('static/vendor', 'post', 'teaser'), gzipped('both')];

test('a file that two modules need counts once; the error names the package, each figure above its budget and the excess', async () => {
  await check({ scripts, styles });
  await expect(check({ scripts: scripts - 1, styles: styles - 2 })).rejects.toThrow(
    [
      `mfe-blog: scripts of ${String(scripts)} bytes after gzip, 1 over the budget; make them lighter, or raise it`,
      `mfe-blog: styles of ${String(styles)} bytes after gzip, 2 over`,
    ].join('\n'),
  );
});

test('fonts are weighed uncompressed; a remote may not have any', async () => {
  expect(() => {
    checkBudget('shell', { scripts: 0, styles: 0, fonts: 1_037 }, { scripts: 0, styles: 0, fonts: 36 });
  }).toThrow('shell: fonts of 1,037 bytes, 1,001 over');
  writeFileSync(path.join(directory, 'text.woff2'), 'glyph');
  await expect(check({ scripts, styles })).rejects.toThrow('mfe-blog: fonts of 5 bytes, 5 over');
});
