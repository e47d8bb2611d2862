import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { directoryTarget } from './directory-target';
import { temporaryFolder } from './testing/temporary-folder';

let root = '';
beforeEach(() => {
  root = path.join(temporaryFolder(), 'origins/mfe-blog');
});

test('after a process was killed its lock is taken over, and its unfinished files are removed', async () => {
  const [lock, unfinished] = [path.join(root, '.writing'), path.join(root, '.unfinished')];
  for (const folder of [lock, unfinished]) mkdirSync(folder, { recursive: true });
  for (const name of ['left', 'fresh']) writeFileSync(path.join(unfinished, name), 'ha');
  for (const old of [lock, path.join(unfinished, 'left')]) utimesSync(old, 0, 0);
  const target = directoryTarget(root);
  await target.update('x', (bytes) => (bytes ? null : Buffer.from('1')));
  expect((await target.read('x'))?.toString()).toBe('1');
  expect(readdirSync(unfinished)).toEqual(['fresh']);
});

test('a removed release leaves no folders behind', async () => {
  const target = directoryTarget(root);
  await target.write('v/client/a.js', Buffer.from('1'));
  await target.write('current.json', Buffer.from('1'));
  await target.remove('v/client/a.js');
  expect([existsSync(path.join(root, 'v')), existsSync(path.join(root, 'current.json'))]).toEqual([
    ...[false, true],
  ]);
});

test('the error for a folder that is not writable names it', async () => {
  mkdirSync(path.dirname(root), { recursive: true });
  writeFileSync(root, '');
  const target = directoryTarget(root);
  await expect(target.write('x', Buffer.from(''))).rejects.toThrow(`Nothing can be written to ${root}: E`);
});
