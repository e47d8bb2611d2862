import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/remote-kit/environment/repository';
import { ALL_SETTINGS } from '@vidlunnia/remote-kit/environment/settings';

const code = (text: string) => `\`${text}\``;

test('docs/settings.md has every setting with its default and meaning, and no other', () => {
  const document = readFileSync(path.join(repositoryRoot, 'docs/settings.md'), 'utf8');
  const rows = document
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  expect(rows).toEqual(
    ALL_SETTINGS.map(({ name, shownDefault, meaning }) => [code(name), shownDefault, meaning]),
  );
});
