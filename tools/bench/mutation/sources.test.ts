import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { SOURCES, testsOf } from './sources';

test('every mutated source exists, and its tests', () => {
  const files = Object.keys(SOURCES).flatMap((source) => [source, ...testsOf(source)]);
  expect(files.filter((file) => !existsSync(path.join(repositoryRoot(), file)))).toEqual([]);
});
