import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { folderStore } from './folder-store';

let folder = '';
let root = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  root = path.join(folder, 'origins/mfe-blog');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const open = () => folderStore(root);

test('a killed process’s lock is taken over, and its unfinished files are removed', async () => {
  const [lock, unfinished] = [path.join(root, '.writing'), path.join(root, '.unfinished')];
  for (const each of [lock, unfinished]) mkdirSync(each, { recursive: true });
  for (const name of ['left', 'fresh']) writeFileSync(path.join(unfinished, name), 'ha');
  for (const old of [lock, path.join(unfinished, 'left')]) utimesSync(old, 0, 0);
  await open().update('x', (bytes) => (bytes ? null : Buffer.from('1')));
  expect((await open().read('x'))?.toString()).toBe('1');
  expect(readdirSync(unfinished)).toEqual(['fresh']);
});

test('a removed version’s empty folders are removed too', async () => {
  const store = open();
  for (const name of ['v/client/a.js', 'current.json']) await store.write(name, Buffer.from('1'));
  await store.remove('v/client/a.js');
  const exist = ['v', 'current.json'].map((name) => existsSync(path.join(root, name)));
  expect(exist).toEqual([false, true]);
});

test('the error for a read-only folder names the folder', async () => {
  mkdirSync(path.dirname(root), { recursive: true });
  writeFileSync(root, '');
  await expect(open().write('x', Buffer.from(''))).rejects.toThrow(`Nothing can be written to ${root}: E`);
});
