/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createStyleSheets, styleSheet } from './styles';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'styles-'));
  mkdirSync(path.join(root, 'static'));
  writeFileSync(path.join(root, 'static/a.css'), 'a{color:red}\n');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test('a style sheet is read once, from the folder of its prefix', async () => {
  const sheets = createStyleSheets({ '/remotes/': '/nowhere', '/assets/': root });
  const [first] = await sheets(['/assets/static/a.css']);
  rmSync(path.join(root, 'static/a.css'));
  expect(first).toMatchObject({ href: '/assets/static/a.css', text: 'a{color:red}' });
  expect(await sheets(['/assets/static/a.css'])).toEqual([first]);
});

test('one that is not there is left out, and looked for again', async () => {
  const sheets = createStyleSheets({ '/assets/': root });
  expect(await sheets(['/assets/static/b.css', '/assets/static/a.css'])).toHaveLength(1);
  writeFileSync(path.join(root, 'static/b.css'), 'b{}');
  expect(await sheets(['/assets/static/b.css'])).toHaveLength(1);
});

test('an address under no prefix is an error', async () => {
  await expect(createStyleSheets({ '/assets/': root })(['/api/a.css'])).rejects.toThrow('/api/a.css');
});

test('its source is the hash of the very text, and the text cannot end its element', () => {
  const { text, source } = styleSheet('/x.css', 'a::after{content:"</style></STYLE>"}');
  expect(text).toBe('a::after{content:"<\\/style><\\/STYLE>"}');
  expect(source).toBe(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
});
