import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isFresh, markFresh } from './freshness';
import { writeJson } from './json-file';

let dist = '';
beforeEach(() => {
  dist = mkdtempSync(path.join(tmpdir(), 'freshness-'));
});
afterEach(() => {
  rmSync(dist, { recursive: true });
});

test('a folder is fresh for the version that was marked last, and for no other', async () => {
  expect(await isFresh(dist, 'one')).toBe(false);
  await markFresh(dist, 'one');
  await markFresh(dist, 'two');
  expect([await isFresh(dist, 'one'), await isFresh(dist, 'two')]).toEqual([false, true]);
});

test('a folder that is not there is not fresh', async () => {
  expect(await isFresh(path.join(dist, 'nothing'), 'one')).toBe(false);
});

test('a JSON file is replaced whole, in folders made on the way, and leaves nothing beside it', async () => {
  const file = path.join(dist, 'deep/facts.json');
  await writeJson(file, { version: 'a much longer text than the second one' });
  await writeJson(file, { version: 'b' });
  expect(readFileSync(file, 'utf8')).toBe('{\n  "version": "b"\n}\n');
  expect(readdirSync(path.dirname(file))).toEqual(['facts.json']);
});
