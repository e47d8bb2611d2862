/** @jest-environment node */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { precompress } from './precompress';

const SCRIPT = '// луна\n'.repeat(500);

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'precompress-'));
  mkdirSync(path.join(root, 'static'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});
const put = (file: string, content: string) => {
  writeFileSync(path.join(root, file), content);
};
const read = (file: string) => readFileSync(path.join(root, file));

test('scripts, style sheets and drawings get copies that hold the same bytes', async () => {
  for (const file of ['static/a.js', 'b.css', 'c.svg']) put(file, SCRIPT);
  await precompress(root);
  for (const file of ['static/a.js', 'b.css', 'c.svg']) {
    expect(brotliDecompressSync(read(`${file}.br`)).toString()).toBe(SCRIPT);
    expect(gunzipSync(read(`${file}.gz`)).toString()).toBe(SCRIPT);
  }
});

test('what is small, or compressed already, gets none', async () => {
  put('static/a.js', '// луна');
  put('font.woff2', SCRIPT);
  await precompress(root);
  expect(readdirSync(root, { recursive: true }).sort()).toEqual(['font.woff2', 'static', 'static/a.js']);
});
