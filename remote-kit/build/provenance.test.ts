import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { provenance } from './provenance';

let folder = '';
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ярина', '-c', 'user.email=y@example.com', ...args], { cwd: folder });
const write = (file: string, text: string) => {
  writeFileSync(path.join(folder, file), text);
};

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'provenance-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('outside a repository there is none', () => {
  expect(provenance(['src', 'package-lock.json'], folder)).toEqual({ commit: null });
});

test('it is commit, author, time and message, and whether a place differs from it', () => {
  git('init', '-q');
  mkdirSync(path.join(folder, 'src'));
  write('src/a', '1');
  git('add', '.');
  git('commit', '-q', '-m', 'feat: луна\n\nЧому.');
  expect(provenance(['src', 'package-lock.json'], folder)).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    provenance: {
      difference: null,
      author: 'Ярина',
      committed: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      subject: 'feat: луна',
    },
  });
  const differs = () => provenance(['src', 'package-lock.json'], folder).provenance?.difference !== null;
  write('elsewhere', '2');
  expect(differs()).toBe(false);
  write('src/b', '1');
  expect(differs()).toBe(true);
});
