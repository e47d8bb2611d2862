import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { repositoryRoot } from '../../environment/repository';
import { problemsOf } from './problems';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'problems-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('a problem is printed and left in a file, with paths from the repository’s root, until it is over', () => {
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const tell = problemsOf('mfe-blog', folder);
  tell(`${repositoryRoot}/mfe-blog/src/a.ts:1:2: ERROR\n`);
  expect(written).toHaveBeenCalledWith('mfe-blog/src/a.ts:1:2: ERROR\n');
  expect(readFileSync(path.join(folder, 'mfe-blog'), 'utf8')).toBe('mfe-blog/src/a.ts:1:2: ERROR');
  tell(null);
  tell(null);
  expect(existsSync(path.join(folder, 'mfe-blog'))).toBe(false);
});
