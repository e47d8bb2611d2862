import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { folderStore } from './folder-store';

let folder = '';
let root = '';
beforeEach(() => {
  folder = temporaryFolder();
  root = path.join(folder, 'origins/mfe-blog');
});
const open = () => folderStore(root);

test('a killed process’s lock is taken over, and its unfinished files are removed', async () => {
  const [lock, unfinished] = [path.join(root, '.writing'), path.join(root, '.unfinished')];
  for (const each of [lock, unfinished]) mkdirSync(each, { recursive: true });
  for (const name of ['left', 'fresh']) writeFileSync(path.join(unfinished, name), 'ha');
  for (const old of [lock, path.join(unfinished, 'left')]) utimesSync(old, 0, 0);
  const change = jest.fn((bytes: Buffer | null) => (bytes ? null : Buffer.from('1')));
  await open().update('x', change);
  // The second call verifies the first one's result.
  expect(change).toHaveBeenCalledTimes(2);
  expect((await open().read('x'))?.toString()).toBe('1');
  expect(readdirSync(unfinished)).toEqual(['fresh']);
});

test('concurrent changes in a new folder all take effect', async () => {
  const add = (letter: string) =>
    open().update('x', (bytes) => {
      const text = String(bytes ?? '');
      return text.includes(letter) ? null : Buffer.from(text + letter);
    });
  await Promise.all(['a', 'b', 'c'].map(add));
  const text = String(await open().read('x'));
  expect(text.split('').sort()).toEqual(['a', 'b', 'c']);
});

test('all files are listed with their ages; a missing folder has none', async () => {
  expect(await open().list()).toEqual([]);
  for (const name of ['v/client/a.js', 'current.json']) await open().write(name, Buffer.from('1'));
  utimesSync(path.join(root, 'current.json'), 0, 0);
  const listed = new Map((await open().list()).map(({ name, ageMs }) => [name, ageMs]));
  expect([...listed.keys()].sort()).toEqual(['current.json', 'v/client/a.js']);
  expect(listed.get('current.json')).toBeCloseTo(Date.now(), -4);
  expect(listed.get('v/client/a.js')).toBeLessThan(60_000);
});

test('a removed version’s empty folders are removed too', async () => {
  const store = open();
  for (const name of ['v/client/a.js', 'current.json']) await store.write(name, Buffer.from('1'));
  for (const name of ['v/client/a.js', 'w/missing.js']) await store.remove(name);
  const exist = ['v', 'current.json'].map((name) => existsSync(path.join(root, name)));
  expect(exist).toEqual([false, true]);
});

test('errors of the disk are thrown; that of a read-only folder names the folder, and leaves nothing', async () => {
  mkdirSync(path.join(root, 'v/client'), { recursive: true });
  await expect(open().read('v')).rejects.toThrow('EISDIR');
  await expect(open().write('v', Buffer.from(''))).rejects.toMatchObject({
    message: expect.stringContaining(`Nothing can be written to ${root}: E`),
    cause: expect.objectContaining({ syscall: 'rename' }),
  });
  expect(readdirSync(path.join(root, '.unfinished'))).toEqual([]);
});
