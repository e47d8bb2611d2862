import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Configuration } from 'webpack';
import { createClientManifest } from './build-shell';
import { runWebpack } from '@vidlunnia/remote-kit/build/run-webpack';

let folder = '';
const FILES = {
  'client.js': `import(/* webpackChunkName: "app" */ './later.js');`,
  'starter.js': 'globalThis.starter = 1;',
  'later.js': 'export const later = 1;',
};
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'client-'));
  for (const [file, content] of Object.entries(FILES)) writeFileSync(path.join(folder, file), content);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const side = (name: string): Configuration => ({
  name,
  mode: 'development',
  devtool: false,
  context: folder,
  entry: { shell: './client.js', starter: './starter.js' },
  output: {
    path: path.join(folder, name),
    filename: 'static/[name].js',
  },
  infrastructureLogging: { level: 'error' },
});
const build = async () => {
  const [client] = await runWebpack([side('client')]);
  if (!client) throw new Error('There is no report');
  return client;
};

test('the page’s own files are those of its entry; later chunks do not list them again', async () => {
  writeFileSync(path.join(folder, 'later.js'), 'import "./client.js"; export const later = 1;');
  expect(createClientManifest(await build(), 'v')).toMatchObject({
    version: 'v',
    js: ['static/shell.js'],
    css: [],
    starter: 'static/starter.js',
    app: ['static/app.js'],
    remotes: [],
  });
});

test('builds are reported in the order of their configurations', async () => {
  const reports = await runWebpack([side('client'), side('server')]);
  expect(reports.map(({ compilation }) => compilation.name)).toEqual(['client', 'server']);
});

test('an error in one build fails all', async () => {
  const broken = { ...side('server'), entry: { shell: './nowhere.js' } };
  await expect(runWebpack([side('client'), broken])).rejects.toThrow('nowhere');
});
