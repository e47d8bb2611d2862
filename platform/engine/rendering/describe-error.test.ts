/** @jest-environment node */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { describeError } from './describe-error';

const folder = temporaryFolder();

test.each([
  ['orders.1.js', 'orders/src/title.ts', ' (orders/src/title.ts:4)'],
  // A frame of a package is not reported as the team's.
  ['orders.2.js', 'node_modules/react/index.js', ''],
])('an error in %s has file and line of the team’s source: %s', (name, source, place) => {
  const file = path.join(folder, name);
  // The first place of the file is line 4 of the source.
  const map = { version: 3, sources: [source], names: [], mappings: 'AAGA' };
  writeFileSync(`${file}.map`, JSON.stringify(map));
  const stack = `Error: no title\n    at titleOf (${file}:1:1)`;
  expect(describeError(Object.assign(new Error('no title'), { stack }))).toBe(`no title${place}`);
});

test.each([
  [new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }), 'fetch failed: ECONNREFUSED'],
  [new Error('one\ntwo'), 'one\ntwo'],
  ['a text', 'a text'],
])('an error without a map keeps its message: %s', (error, text) => {
  expect(describeError(error)).toBe(text);
});
