import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { missingCharacters } from './missing-characters';

let root = '';
const put = (file: string, text: string) => {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'texts-'));
  put('mfe-blog/src/copy.ts', `export const TITLE = 'П’ять «№ 1» — 20 ₴…';\n`);
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test('what the fonts lack is said with its file, once', () => {
  put('mfe-blog/src/post/names.tsx', '<b>Škoda, Škoda, naïve</b>');
  expect(missingCharacters('mfe-blog', root)).toEqual([
    'mfe-blog/src/post/names.tsx: the fonts lack Š (U+0160), ï (U+00EF)',
  ]);
});

test('usual Ukrainian has all its characters; comments, tests and pictures are left out', () => {
  put('mfe-blog/src/a.ts', `/** a → b */\n// ≤ 3\nexport const CROISSANT = '🥐';`);
  put('mfe-blog/src/a.test.ts', `'→'`);
  expect(missingCharacters('mfe-blog', root)).toEqual([]);
});
