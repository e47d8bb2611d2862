import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { precompress } from './output';

test('files that compress well get copies with the same content; others get none', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'precompress-'));
  const script = '// луна\n'.repeat(500);
  mkdirSync(path.join(root, 'static'));
  const contents = { 'static/a.js': script, 'small.js': '// луна', 'font.woff2': script };
  for (const [file, content] of Object.entries(contents)) writeFileSync(path.join(root, file), content);
  await precompress(root);
  expect(readdirSync(root).sort()).toEqual(['font.woff2', 'small.js', 'static']);
  expect(readdirSync(path.join(root, 'static')).sort()).toEqual(['a.js', 'a.js.br', 'a.js.gz']);
  const read = (ending: string) => readFileSync(path.join(root, `static/a.js${ending}`));
  expect(brotliDecompressSync(read('.br')).toString()).toBe(script);
  expect(gunzipSync(read('.gz')).toString()).toBe(script);
  rmSync(root, { recursive: true });
});
