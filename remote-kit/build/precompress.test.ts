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

test('what compression makes smaller gets copies that hold the same bytes, and nothing else does', async () => {
  const contents = { 'static/a.js': SCRIPT, 'b.css': SCRIPT, 'small.js': '// луна', 'font.woff2': SCRIPT };
  for (const [file, content] of Object.entries(contents)) writeFileSync(path.join(root, file), content);
  await precompress(root);
  const made = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(br|gz)$/.test(file),
  );
  expect(made.sort()).toEqual(['b.css.br', 'b.css.gz', 'static/a.js.br', 'static/a.js.gz']);
  for (const file of made) {
    const bytes = readFileSync(path.join(root, file));
    const plain = file.endsWith('.br') ? brotliDecompressSync(bytes) : gunzipSync(bytes);
    expect(plain.toString()).toBe(SCRIPT);
  }
});
