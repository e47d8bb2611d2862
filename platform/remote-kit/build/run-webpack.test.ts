import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { keepWebpack, precompress } from './run-webpack';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

test('a kept compiler builds changes, and rejects with webpack’s report until an error is fixed', async () => {
  const file = path.join(folder, 'index.js');
  const save = (text: string) => {
    writeFileSync(file, text);
  };
  save('module.exports = "before";');
  utimesSync(file, 1, 1);
  const build = keepWebpack(
    ['client', 'server'].map((name) => ({
      ...{ name, mode: 'development', devtool: false, context: folder, entry: './index.js' },
      output: { path: path.join(folder, 'dist', name) },
    })),
  );
  const built = (name: string) => readFileSync(path.join(folder, 'dist', name, 'main.js'), 'utf8');
  await build();
  expect(built('server')).toContain('before');
  save('module.exports = (');
  await expect(build()).rejects.toThrow('Module parse failed');
  save('module.exports = "after";');
  await build();
  for (const name of ['client', 'server']) expect(built(name)).toContain('after');
});

test('files that compress well get copies with the same content; others get none', async () => {
  const root = path.join(folder, 'output');
  const script = '// луна\n'.repeat(500);
  mkdirSync(path.join(root, 'static'), { recursive: true });
  const contents = { 'static/a.js': script, 'small.js': '// луна', 'font.woff2': script };
  for (const [file, content] of Object.entries(contents)) writeFileSync(path.join(root, file), content);
  await precompress(root);
  expect(readdirSync(root).sort()).toEqual(['font.woff2', 'small.js', 'static']);
  expect(readdirSync(path.join(root, 'static')).sort()).toEqual(['a.js', 'a.js.br', 'a.js.gz']);
  const copy = (ending: string) => readFileSync(path.join(root, `static/a.js${ending}`));
  expect(brotliDecompressSync(copy('.br')).toString()).toBe(script);
  expect(gunzipSync(copy('.gz')).toString()).toBe(script);
});
