import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { provenance } from './provenance';

test('it has commit, author, time and message, and says whether a path differs from the commit', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'provenance-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ярина', '-c', 'user.email=y@example.com', ...args], {
      cwd: folder,
    });
  const write = (file: string) => {
    writeFileSync(path.join(folder, file), '');
  };
  const origin = () => provenance(['src', 'package-lock.json'], folder);
  expect(origin()).toEqual({ commit: null });

  git('init', '-q');
  mkdirSync(path.join(folder, 'src'));
  write('src/a');
  git('add', '.');
  git('commit', '-q', '-m', 'feat: луна\n\nЧому.');
  write('elsewhere');
  expect(origin()).toEqual({
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    provenance: {
      difference: null,
      author: 'Ярина',
      committed: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      subject: 'feat: луна',
    },
  });
  write('src/b');
  expect(origin().provenance?.difference).toMatch(/^[0-9a-f]{12}$/);
  rmSync(folder, { recursive: true });
});
