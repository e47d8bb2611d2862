/** @jest-environment node */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readStarter } from './client-build';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(path.join(tmpdir(), 'starter-'));
  mkdirSync(path.join(dist, 'client'));
});
afterEach(() => {
  rmSync(dist, { recursive: true });
});

const read = (script: string) => {
  writeFileSync(path.join(dist, 'client/starter.js'), script);
  const files = { js: [], css: [], app: [], remotes: [], http: [] };
  return readStarter(dist, { version: 'v', starter: 'starter.js', shared: {}, declarations: {}, ...files });
};

test('the starter is the build’s, with the hash of the very text that stands in documents', () => {
  const hash = createHash('sha256').update('let a=1;').digest('base64');
  expect(read('let a=1;\n')).toEqual({ text: 'let a=1;', source: `'sha256-${hash}'` });
});

test.each(['"</script>"', '"</SCRIPT "', '"<!--"'])(
  'one with %s, which would end its element, is none',
  (text) => {
    expect(() => read(`let a=${text};`)).toThrow('starter.js would end its element');
  },
);
