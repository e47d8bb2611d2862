import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runWebpack } from '../run-webpack';
import { baseConfig } from './base-config';
import type { Build } from './build';
import { ChunkIntegrity } from './chunk-integrity';

const FILES = {
  'entry.js': `
    import(/* webpackChunkName: "styled" */ './styled.js');
    import(/* webpackChunkName: "plain" */ './plain.js');
  `,
  'styled.js': `import './styled.module.css'; globalThis.styled = 'стиль';`,
  'styled.module.css': '.card { color: red }',
  'plain.js': 'globalThis.plain = 1;',
};

let folder = '';
const build = (plugins: readonly ChunkIntegrity[], entries: readonly string[], output: string) => {
  const settings: Build = { mode: 'production', version: '0123456789ab', output: path.join(folder, output) };
  const part = {
    name: 'blog',
    directory: folder,
    publicPath: '/remotes/blog/0123456789ab/client/',
    styles: 'own',
  } as const;
  const config = baseConfig(part, settings, 'client');
  return runWebpack([
    {
      ...config,
      plugins: [...(config.plugins ?? []), ...plugins],
      entry: Object.fromEntries(entries.map((name) => [name, path.join(folder, 'entry.js')])),
      output: { ...config.output, filename: '[name].js' },
    },
  ]);
};
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'integrity-'));
  for (const [file, content] of Object.entries(FILES)) writeFileSync(path.join(folder, file), content);
  await build([new ChunkIntegrity()], ['entry'], 'out');
}, 60_000);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const client = () => path.join(folder, 'out/client');
const entry = () => readFileSync(path.join(client(), 'entry.js'), 'utf8');

test('the entry has the hash of every script and style sheet that it asks for, as they were written', () => {
  const files = readdirSync(path.join(client(), 'static'));
  expect(files.map((file) => path.extname(file)).sort()).toEqual(['.css', '.js', '.js']);
  for (const file of files) {
    const bytes = readFileSync(path.join(client(), 'static', file));
    expect(entry()).toContain(createHash('sha384').update(bytes).digest('base64'));
  }
});

test('it sets them on scripts and on style sheets, and nothing of the placeholder is left', () => {
  expect(entry().match(/\.integrity="sha384-"\+/g)).toHaveLength(2);
  expect(entry()).not.toContain('integrity of chunks');
});

test('a build in which not one entry alone asks for chunks is rejected: some would go unchecked', async () => {
  await expect(build([new ChunkIntegrity()], ['one', 'two'], 'rejected')).rejects.toThrow(
    '2 entries instead of one take the hashes',
  );
}, 60_000);
