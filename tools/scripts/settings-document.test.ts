import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { repositoryRoot } from '@vidlunnia/settings/machine';
import { ALL_SETTINGS } from './settings';

test('docs/settings.md has every setting with its default, and no other', () => {
  const document = readFileSync(path.join(repositoryRoot(), 'docs/settings.md'), 'utf8');
  const rows = [...document.matchAll(/^\| `(\w+)` *\| (.*?) *\|/gm)].map(([, name, shown]) => [name, shown]);
  // Other values are described in words.
  const isPlain = (fallback: unknown) => typeof fallback === 'number' || typeof fallback === 'string';
  expect(rows).toEqual(
    ALL_SETTINGS.map(({ name, fallback }) => [
      name,
      isPlain(fallback) ? expect.stringMatching(`^${String(fallback)}(;|$)`) : expect.any(String),
    ]),
  );
});
