import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import { ReleaseManifestSchema } from '@vidlunnia/contracts/release';
import { createManifest } from './release-manifest';
import { remotes } from '../environment/topology';

const VERSION = '0123456789ab';
const NONE = { sync: [], async: [] };
const MANIFEST = {
  metaData: { remoteEntry: { name: 'remoteEntry.js' } },
  exposes: [
    {
      name: 'Post',
      assets: {
        js: { sync: ['static/post.js'], async: ['static/later.js'] },
        css: { sync: ['static/post.css'], async: ['static/more.css'] },
      },
    },
    { name: 'Teaser', assets: { js: { ...NONE, sync: ['static/teaser.js'] }, css: NONE } },
  ],
};

let directory = '';
const write = (file: string, content: string) => {
  writeFileSync(path.join(directory, 'client', file), content);
};
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'release-'));
  mkdirSync(path.join(directory, 'client/static'), { recursive: true });
  write('mf-manifest.json', JSON.stringify(MANIFEST));
  write('mf-stats.json', '{}');
  write('remoteEntry.js', 'entry');
  write('static/post.js', 'стаття');
  mkdirSync(path.join(directory, 'server'));
  writeFileSync(path.join(directory, 'server/remoteEntry.js'), 'server');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const describeIt = () => createManifest(remotes.blog, VERSION, directory);

test('a manifest satisfies the schema by which the shell checks it', async () => {
  expect([...Value.Errors(ReleaseManifestSchema, await describeIt())]).toEqual([]);
});

test('a module needs its own files at once, but none that it loads later', async () => {
  expect((await describeIt()).modules).toEqual({
    Post: { js: ['client/static/post.js'], css: ['client/static/post.css'] },
    Teaser: { js: ['client/static/teaser.js'], css: [] },
  });
});

test('every file of both sides is listed with its size in bytes and its hash', async () => {
  const sha384 = (text: string) => createHash('sha384').update(text).digest('base64');
  expect((await describeIt()).files).toEqual({
    'client/remoteEntry.js': { size: 5, sha384: sha384('entry') },
    'client/static/post.js': { size: 12, sha384: sha384('стаття') },
    'server/remoteEntry.js': { size: 6, sha384: sha384('server') },
  });
});
