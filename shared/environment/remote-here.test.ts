import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { remoteHere } from './remote-here';
import { remotes } from './topology';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'remote-here-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});
function folder(name: string, manifest?: object): string {
  const directory = path.join(root, name);
  mkdirSync(directory);
  if (manifest) writeFileSync(path.join(directory, 'package.json'), JSON.stringify(manifest));
  return directory;
}

test('a remote of the repository is known by its folder', () => {
  expect(remoteHere(folder('mfe-blog'))).toBe(remotes.blog);
});

test('another one by what its package says; all else follows from its name', () => {
  const manifest = { name: 'x', vidlunnia: { remote: 'outside2', port: 3200 } };
  expect(remoteHere(folder('anything', manifest))).toEqual({
    name: 'outside2',
    folder: 'mfe-outside2',
    port: 3200,
    bundled: true,
    portVariable: 'MFE_OUTSIDE2_PORT',
    originVariable: 'MFE_OUTSIDE2_ORIGIN',
    publicKeyVariable: 'MFE_OUTSIDE2_PUBLIC_KEY',
    prefix: '/remotes/outside2',
  });
});

test.each([
  ['without a package', undefined, 'its package.json has no "vidlunnia"'],
  ['without a remote in it', { name: 'x' }, 'its package.json has no "vidlunnia"'],
  [
    'with a name that is none',
    { vidlunnia: { remote: '../x' } },
    'package.json: vidlunnia.remote is “../x”; it has to be two to thirty',
  ],
  [
    'with a port that is none',
    { vidlunnia: { remote: 'shop2', port: 0 } },
    'package.json: vidlunnia.port is 0; it has to be a whole number of 1 to 65535',
  ],
  [
    'with a name that every object has',
    { vidlunnia: { remote: 'constructor' } },
    'vidlunnia.remote is “constructor”',
  ],
])('a folder %s is rejected', (_, manifest, message) => {
  expect(() => remoteHere(folder('x', manifest))).toThrow(message);
});
