import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { directoryTarget, inWords } from './directory-target';
import { temporaryFolder } from './testing/temporary-folder';

let root = '';
beforeEach(() => {
  root = path.join(temporaryFolder(), 'origins/mfe-blog');
});

test('a file that somebody left half written long ago is cleared away, a new one is not', async () => {
  const [left, fresh] = ['left', 'fresh'].map((name) => path.join(root, '.unfinished', name));
  mkdirSync(path.join(root, '.unfinished'), { recursive: true });
  writeFileSync(left ?? '', 'ha');
  writeFileSync(fresh ?? '', 'ha');
  utimesSync(left ?? '', 0, 0);
  await directoryTarget(root).update('x', (bytes) => (bytes ? null : Buffer.from('1')));
  expect(readdirSync(path.join(root, '.unfinished'))).toEqual(['fresh']);
});

test('the lock of a process that was killed is taken over', async () => {
  mkdirSync(path.join(root, '.writing'), { recursive: true });
  utimesSync(path.join(root, '.writing'), 0, 0);
  const target = directoryTarget(root);
  await target.update('x', (bytes) => (bytes ? null : Buffer.from('1')));
  expect((await target.read('x'))?.toString()).toBe('1');
});

test('a removed release leaves no folders behind', async () => {
  const target = directoryTarget(root);
  await target.write('v/client/a.js', Buffer.from('1'));
  await target.write('current.json', Buffer.from('1'));
  await target.remove('v/client/a.js');
  expect([existsSync(path.join(root, 'v')), existsSync(path.join(root, 'current.json'))]).toEqual([
    false,
    true,
  ]);
});

test('a full disk is put into words', () => {
  const error = Object.assign(new Error('ENOSPC: open'), { code: 'ENOSPC' });
  expect(inWords(error, '/srv')).toEqual(
    new Error('Nothing can be written to /srv: the disk is full (ENOSPC: open)'),
  );
});

test('a file in place of the folder is told', async () => {
  mkdirSync(path.dirname(root), { recursive: true });
  writeFileSync(root, '');
  await expect(directoryTarget(root).write('x', Buffer.from(''))).rejects.toThrow(/ENOTDIR|EEXIST/);
});
