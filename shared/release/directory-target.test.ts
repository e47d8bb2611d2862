import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { directoryTarget, inWords } from './directory-target';
import { temporaryFolder } from './testing/temporary-folder';

let root = '';
beforeEach(() => {
  root = path.join(temporaryFolder(), 'origins/mfe-blog');
});

test('what was written is read, in folders made on the way; what was not is null', async () => {
  const target = directoryTarget(root);
  expect(await target.read('current.json')).toBeNull();
  await target.write('v/client/a.js', Buffer.from('1'));
  await target.write('v/client/a.js', Buffer.from('22'));
  expect((await target.read('v/client/a.js'))?.toString()).toBe('22');
  expect(readFileSync(path.join(root, 'v/client/a.js'), 'utf8')).toBe('22');
});

test('a reader sees the old bytes or the new ones, never a part', async () => {
  const target = directoryTarget(root);
  const texts = ['a'.repeat(300_000), 'b'.repeat(500_000)];
  await target.write('x', Buffer.from(texts[0] ?? ''));
  const seen = new Set<unknown>();
  for (let time = 0; time < 20; time += 1) {
    const [, ...read] = await Promise.all([
      target.write('x', Buffer.from(texts[time % 2] ?? '')),
      ...Array.from({ length: 5 }, () => target.read('x')),
    ]);
    for (const bytes of read) seen.add(bytes?.toString());
  }
  expect([...seen].filter((text) => !texts.some((whole) => whole === text))).toEqual([]);
});

test('work on one folder never overlaps; a failure lets the next one in', async () => {
  const [one, other] = [directoryTarget(root), directoryTarget(root)];
  const order: string[] = [];
  const failing = one.exclusively(async () => {
    order.push('one begins');
    await new Promise(setImmediate);
    order.push('one ends');
    throw new Error('no');
  });
  const next = other.exclusively(() => Promise.resolve(order.push('other')));
  await expect(failing).rejects.toThrow('no');
  await next;
  expect([order.indexOf('one ends') - order.indexOf('one begins'), order.length]).toEqual([1, 3]);
});

test('a folder that is held is given up after the deadline', async () => {
  await directoryTarget(root).exclusively(async () => {
    const late = directoryTarget(root, { lockDeadline: 80 }).exclusively(() => Promise.resolve());
    await expect(late).rejects.toThrow('has not finished its release in 0.08 s');
  });
});

test('what a killed release left half written is cleared away', async () => {
  const left = path.join(root, '.unfinished/half');
  mkdirSync(path.dirname(left), { recursive: true });
  writeFileSync(left, 'ha');
  await directoryTarget(root).exclusively(() => Promise.resolve());
  expect(existsSync(left)).toBe(false);
});

test('nothing is written by who has lost the lock', async () => {
  const target = directoryTarget(root);
  const work = target.exclusively(async () => {
    await target.write('before', Buffer.from('1'));
    writeFileSync(
      path.join(root, '.lock/9'),
      JSON.stringify({ host: 'elsewhere', process: 1, user: 'olena' }),
    );
    await target.write('after', Buffer.from('2'));
  });
  await expect(work).rejects.toThrow('Another release has taken over');
  expect([await target.read('before'), await target.read('after')]).toEqual([Buffer.from('1'), null]);
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

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EACCES', 'this user may not write there'],
  ['EROFS', 'the file system is read-only'],
])('%s is put into words', (code, words) => {
  const error = Object.assign(new Error(`${code}: open '/srv/x'`), { code });
  expect(inWords(error, '/srv')).toEqual(
    new Error(`Nothing can be written to /srv: ${words} (${code}: open '/srv/x')`),
  );
});

test('a file in place of the folder is told', async () => {
  mkdirSync(path.dirname(root), { recursive: true });
  writeFileSync(root, '');
  await expect(directoryTarget(root).write('x', Buffer.from(''))).rejects.toThrow(/ENOTDIR|EEXIST/);
});
