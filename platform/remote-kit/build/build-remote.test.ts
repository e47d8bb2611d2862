import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { Value } from '@sinclair/typebox/value';
import { ReleaseManifestSchema } from '@vidlunnia/releases/release';
import { fileFacts } from '@vidlunnia/releases/signature';
import { createManifest, provenance } from './build-remote';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { blog } from '../release/testing/sample-team';

const VERSION = '0123456789ab';
const assets = (sync: readonly string[], async: readonly string[] = []) => ({ sync, async });
const POST = {
  js: assets(['static/post.js'], ['static/later.js']),
  css: assets(['static/post.css'], ['static/more.css']),
};
const MANIFEST = {
  metaData: { remoteEntry: { name: 'remoteEntry.js' } },
  exposes: [
    { name: 'Post', assets: POST },
    { name: 'Teaser', assets: { js: assets(['static/teaser.js']), css: assets([]) } },
  ],
};
const FILES = {
  'client/mf-manifest.json': JSON.stringify(MANIFEST),
  'client/mf-stats.json': '{}',
  'client/remoteEntry.js': 'entry',
  'client/static/post.js': 'стаття',
  'server/remoteEntry.js': 'server',
};

let directory = '';
beforeEach(() => {
  directory = temporaryFolder();
});

test('a manifest satisfies the shell’s schema, and has the files that each module needs at once and every file’s hash', async () => {
  for (const folder of ['client/static', 'server'])
    mkdirSync(path.join(directory, folder), { recursive: true });
  for (const [file, text] of Object.entries(FILES)) writeFileSync(path.join(directory, file), text);
  const manifest = await createManifest(blog, VERSION, directory);
  const hashed = (text: string) => fileFacts(Buffer.from(text));
  expect([...Value.Errors(ReleaseManifestSchema, manifest)]).toEqual([]);
  expect(manifest.modules).toEqual({
    Post: { js: ['client/static/post.js'], css: ['client/static/post.css'] },
    Teaser: { js: ['client/static/teaser.js'], css: [] },
  });
  expect(manifest.files).toEqual({
    'client/remoteEntry.js': hashed('entry'),
    'client/static/post.js': hashed('стаття'),
    'server/remoteEntry.js': hashed('server'),
  });
});

test('provenance has commit, author, time and message, and says whether a path differs from the commit', () => {
  const author = ['-c', 'user.name=Ярина', '-c', 'user.email=y@example.com'];
  const git = (...args: string[]) => execFileSync('git', [...author, ...args], { cwd: directory });
  const add = (file: string) => {
    writeFileSync(path.join(directory, file), '');
  };
  const origin = () => provenance(['src', 'package-lock.json'], directory);
  expect(origin()).toEqual({ commit: null });
  // An image is built without Git.
  process.env['COMMIT'] = 'a'.repeat(40);
  expect(origin()).toEqual({ commit: 'a'.repeat(40) });
  delete process.env['COMMIT'];

  git('init', '-q');
  mkdirSync(path.join(directory, 'src'));
  add('src/a');
  git('add', '.');
  git('commit', '-q', '-m', 'feat: луна\n\nЧому.');
  add('elsewhere');
  expect(origin()).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    provenance: {
      difference: null,
      author: 'Ярина',
      committed: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      subject: 'feat: луна',
    },
  });
  add('src/b');
  expect(origin().provenance?.difference).toMatch(/^[0-9a-f]{12}$/);
});
