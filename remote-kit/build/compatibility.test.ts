import { expect, test } from '@jest/globals';
import path from 'node:path';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { checkShared } from './compatibility';

test('a remote that requires a React other than the shell’s is not built', () => {
  const check = (range: string) => () => {
    checkShared(path.join(repositoryRoot(), 'mfe-blog'), { dependencies: { react: range } });
  };
  expect(check('^20')).toThrow('mfe-blog/package.json asks for react ^20; the shell provides 19.');
  expect(check('^19.0.0')).not.toThrow();
});
