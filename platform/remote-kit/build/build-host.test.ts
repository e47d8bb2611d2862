import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { runWebpack } from '@vidlunnia/remote-kit/build/run-webpack';
import { createClientManifest } from './build-host';

const FILES = {
  'client.js': `import(/* webpackChunkName: "app" */ './later.js');`,
  'starter.js': 'globalThis.starter = 1;',
  'later.js': 'import "./client.js"; export const later = 1;',
};

test('the page’s own files are those of its entry; later chunks do not list them again', async () => {
  const folder = temporaryFolder();
  for (const [file, content] of Object.entries(FILES)) writeFileSync(path.join(folder, file), content);
  const [client] = await runWebpack([
    {
      mode: 'development',
      context: folder,
      entry: { shell: './client.js', starter: './starter.js' },
      output: { path: path.join(folder, 'client'), filename: 'static/[name].js' },
    },
  ]);
  expect(client && createClientManifest(client, 'v')).toMatchObject({
    version: 'v',
    js: ['static/shell.js'],
    css: [],
    starter: 'static/starter.js',
    app: ['static/app.js'],
    remotes: [],
  });
});
