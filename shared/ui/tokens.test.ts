import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

test('the dark scheme redefines only tokens of the light one', () => {
  const tokens = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
  const [light = '', dark = ''] = tokens.split('@media (prefers-color-scheme: dark)');
  const names = (css: string) => [...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name);
  const known = new Set(names(light));
  expect(names(dark).filter((name) => !known.has(name))).toEqual([]);
});
