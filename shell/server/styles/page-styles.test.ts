/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createPageStyles, pageStyle } from './page-styles';

let root: string;
const write = (name: string, css: string) => {
  writeFileSync(path.join(root, 'static', name), css);
};
const A = '/assets/static/a.css';
const B = '/assets/static/b.css';

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'styles-'));
  mkdirSync(path.join(root, 'static'));
  write('a.css', 'a{color:red}.b{color:blue}\n');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test('a style sheet is read once, from the folder of its prefix', async () => {
  const styles = createPageStyles({ '/remotes/': '/nowhere', '/assets/': root });
  const first = await styles([A], '<a>');
  rmSync(path.join(root, 'static/a.css'));
  expect(first.text).toBe('a{color:red}');
  expect(await styles([A], '<a>')).toEqual(first);
});

test('a page gets what it uses of all its sheets, in their order, and a page without HTML all of them', async () => {
  const styles = createPageStyles({ '/assets/': root });
  write('b.css', '.c{color:green}.d{color:gold}');
  expect((await styles([A, B], '<p class="d b">')).text).toBe('.b{color:blue}.d{color:gold}');
  expect((await styles([B, A], '')).text).toBe('.c{color:green}.d{color:gold}a{color:red}.b{color:blue}');
});

test.each([
  ['is not there', null],
  ['is none', 'a{color:"'],
])('one that %s is left out, and looked for again', async (_, css) => {
  const styles = createPageStyles({ '/assets/': root });
  if (css !== null) write('b.css', css);
  expect((await styles([B, A], '<a>')).text).toBe('a{color:red}');
  write('b.css', 'a{top:0}');
  expect((await styles([B, A], '<a>')).text).toBe('a{top:0}a{color:red}');
});

test('an address under no prefix is an error', async () => {
  await expect(createPageStyles({ '/assets/': root })(['/api/a.css'], '<a>')).rejects.toThrow('/api/a.css');
});

test('its source is the hash of the very text, and the text cannot end its element', () => {
  const { text, source } = pageStyle('a::after{content:"</style></STYLE>"}');
  expect(text).toBe('a::after{content:"<\\/style><\\/STYLE>"}');
  expect(source).toBe(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
});
