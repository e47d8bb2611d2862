import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { atLeast, atMost } from './figure';
import { documentsWith, PUBLISHED, readFigures, tableOf } from './report';

test('a table has a row for each figure, with its target and whether it is met', () => {
  const share = { name: 'LCP', measured: 1.1234, unit: '×', target: atMost(1.05) } as const;
  const rate = { ...share, target: atLeast(0.5) };
  expect(tableOf([share, rate, { name: 'Memory', measured: 267.4, unit: 'MB' }])).toBe(
    [
      '| Figure | Measured | Target                     |',
      '| ------ | -------- | -------------------------- |',
      '| LCP    | 1.12 ×   | at most 1.05 ×: **missed** |',
      '| LCP    | 1.12 ×   | at least 0.5 ×: met        |',
      '| Memory | 267 MB   |                            |',
    ].join('\n'),
  );
});

test('the documents show the published figures', async () => {
  for (const [file, text] of Object.entries(await documentsWith(await readFigures(PUBLISHED))))
    expect(await readFile(path.join(repositoryRoot(), file), 'utf8')).toBe(text);
});
