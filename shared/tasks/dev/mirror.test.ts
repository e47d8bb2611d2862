import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { applyChanges, beginCopy, changesBetween, followTree, poll, scan } from './mirror';

let from: string;
let to: string;
beforeEach(() => {
  [from, to] = [mkdtempSync(path.join(tmpdir(), 'from-')), mkdtempSync(path.join(tmpdir(), 'to-'))] as const;
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const folder of [from, to]) rmSync(folder, { recursive: true });
});

function write(name: string, text: string, seconds = 1_000): void {
  const file = path.join(from, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  utimesSync(file, seconds, seconds);
}

test('what builds and installations make is no part of the tree', () => {
  for (const name of ['a.ts', 'mfe-blog/src/b.ts', 'node_modules/c.js', 'mfe-blog/dist/d.js', '.git/HEAD']) {
    write(name, '');
  }
  expect([...scan(from).keys()].sort()).toEqual(['a.ts', 'mfe-blog/src/b.ts']);
});

test('what is new, changed or gone is found and copied', () => {
  write('same.ts', 'same');
  write('old.ts', 'old');
  write('deep/gone.ts', 'gone');
  const before = scan(from);
  applyChanges(from, to, changesBetween(new Map(), before));
  write('old.ts', 'new', 2_000);
  write('deep/new.ts', 'new');
  rmSync(path.join(from, 'deep/gone.ts'));
  const changes = changesBetween(before, scan(from));
  expect(changes).toEqual({
    changed: expect.arrayContaining(['old.ts', 'deep/new.ts']),
    gone: ['deep/gone.ts'],
  });
  expect(changes.changed).toHaveLength(2);

  applyChanges(from, to, changes);
  expect([...scan(to).keys()].sort()).toEqual(['deep/new.ts', 'old.ts', 'same.ts']);
  expect(readFileSync(path.join(to, 'old.ts'), 'utf8')).toBe('new');
});

test('a copy can be written again, whatever the tree allows', () => {
  write('a.ts', 'one');
  applyChanges(from, to, { changed: ['a.ts'], gone: [] });
  expect(statSync(path.join(to, 'a.ts')).mode & 0o200).not.toBe(0);
});

test('a poll that fails is made up for by the next one', () => {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  write('deep/a.ts', 'one');
  writeFileSync(path.join(to, 'deep'), 'in the way');
  const failed = poll(from, to, new Map());
  expect(failed).toEqual({ known: new Map(), names: [] });
  expect(written).toHaveBeenCalledWith(expect.stringContaining('deep'));
  rmSync(path.join(to, 'deep'));
  expect(poll(from, to, failed.known).names).toEqual(['deep/a.ts']);
  expect(readFileSync(path.join(to, 'deep/a.ts'), 'utf8')).toBe('one');
});

test('a change is followed as soon as the system tells of it, in folders that came later too', async () => {
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  write('a.ts', 'one');
  const told: string[] = [];
  let tell: () => void = () => undefined;
  // By itself it would look once in a day.
  const end = followTree({ from, to, interval: 86_400_000 }, beginCopy(from, to), (names) => {
    told.push(...names);
    tell();
  });
  const untilTold = (name: string) =>
    new Promise<void>((resolve) => {
      tell = () => {
        if (told.includes(name)) resolve();
      };
      write(name, 'two', 2_000);
    });
  try {
    await untilTold('a.ts');
    expect(readFileSync(path.join(to, 'a.ts'), 'utf8')).toBe('two');
    mkdirSync(path.join(from, 'deep'));
    await untilTold('b.ts');
    write('deep/c.ts', 'one');
    await untilTold('d.ts');
    await untilTold('deep/c.ts');
    expect(readFileSync(path.join(to, 'deep/c.ts'), 'utf8')).toBe('two');
  } finally {
    end();
  }
});
