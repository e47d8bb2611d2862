import { expect, test } from '@jest/globals';
import { bytesChanged } from './folder-bytes';

const folder = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]));

test.each([
  ['the same files', { a: '12', b: '345' }, { b: '345', a: '12' }, 0],
  ['one byte of a file', { a: '12', b: '345' }, { a: '12', b: '346' }, 3],
  ['a file that came', { a: '12' }, { a: '12', b: '345' }, 3],
  ['a file that went', { a: '12' }, {}, 2],
])('%s', (_, before, after, bytes) => {
  expect(bytesChanged(folder(before), folder(after))).toBe(bytes);
});
