/** @jest-environment node */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Configuration } from 'webpack';
import { keepWebpack, precompress } from './run-webpack';

type Side = 'client' | 'server';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'webpack-'));
  file = path.join(folder, 'index.js');
  writeFileSync(file, 'module.exports = "before";');
  utimesSync(file, 1, 1);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const configOf = (name: Side): Configuration => ({
  name,
  mode: 'development',
  devtool: false,
  context: folder,
  entry: './index.js',
  output: { path: path.join(folder, 'dist', name) },
});
const read = (name: Side) =>
  /before|after|broken/.exec(readFileSync(path.join(folder, 'dist', name, 'main.js'), 'utf8'))?.[0];
const save = (text = 'module.exports = "after";') => {
  writeFileSync(file, text);
};

test('a kept compiler builds changes, and rejects with webpack’s report until an error is fixed', async () => {
  const build = keepWebpack([configOf('client'), configOf('server')]);
  await build();
  expect(read('server')).toBe('before');
  save('module.exports = (');
  await expect(build()).rejects.toThrow('Module parse failed');
  save();
  await build();
  expect([read('client'), read('server')]).toEqual(['after', 'after']);
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
