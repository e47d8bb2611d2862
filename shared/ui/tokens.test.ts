import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const read = (file: string) => readFileSync(join(__dirname, file), 'utf8');
const names = (css: string, pattern: RegExp) => new Set([...css.matchAll(pattern)].map((match) => match[1]));

test('every font file has a rule, and every rule a file', () => {
  const files = readdirSync(join(__dirname, 'fonts')).filter((file) => file.endsWith('.woff2'));
  expect([...names(read('fonts.css'), /url\('\.\/fonts\/(.+?)'\)/g)].sort()).toEqual(files.sort());
});

test('the dark scheme redefines only tokens that the light one has', () => {
  const [light = '', dark = ''] = read('tokens.css').split('@media (prefers-color-scheme: dark)');
  const known = names(light, /(--[\w-]+):/g);
  expect([...names(dark, /(--[\w-]+):/g)].filter((name) => !known.has(name))).toEqual([]);
});

test('the layers are ordered before any sheet fills them', () => {
  expect(
    names(read('global.css'), /@import '\.\/(.+?)'/g)
      .values()
      .next().value,
  ).toBe('layers.css');
  expect(read('layers.css')).toBe('@layer tokens, base, remotes, primitives, sections, pages, print;\n');
});
