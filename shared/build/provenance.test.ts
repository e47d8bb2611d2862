import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  expect(provenance(folder)).toEqual({ commit: null });
});

test('it is commit, author, time and message, and twelve digits for what is not committed', () => {
  git('init', '-q');
  write('a', '1');
  git('add', '.');
  git('commit', '-q', '-m', 'feat: луна\n\nЧому.');
  expect(provenance(folder)).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    provenance: {
      difference: null,
      author: 'Ярина',
      committed: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      subject: 'feat: луна',
    },
  });
  const differences = [
    () => {
      write('a', '2');
    },
    () => {
      write('b', '1');
    },
    () => {
      write('b', '2');
    },
    () => {
      symlinkSync(tmpdir(), path.join(folder, 'c'));
    },
    () => {
      mkdirSync(path.join(folder, 'd'));
      git('init', '-q', 'd');
    },
  ].map((change) => {
    change();
    return provenance(folder).provenance?.difference;
  });
  expect(new Set(differences).size).toBe(5);
  for (const difference of differences) expect(difference).toMatch(/^[0-9a-f]{12}$/);
});
