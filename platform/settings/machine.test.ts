import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { temporaryFolder } from './testing/temporary-folder';
import { makeFolder, makeFolderOf } from './machine';

const root = temporaryFolder();

test('parallel calls create a folder with its parents and the requested mode', async () => {
  const folder = path.join(root, 'a/b/c');
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(folder, 0o700)));
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a variable’s folder is checked by writing to it, without a trace', async () => {
  await makeFolderOf('DATA_DIR', path.join(root, 'x/data'));
  expect(readdirSync(path.join(root, 'x'), { recursive: true })).toEqual(['data']);
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux.each([
  ['that the system refuses to create', '/proc/none/data', 'ENOENT'],
  ['on a read-only file system', '/proc/self/fd', 'ENOENT'],
  ['that is a file', '/proc/version', 'EEXIST'],
])('a folder %s is rejected immediately, with the variable and the fix', async (_, folder, code) => {
  await expect(makeFolderOf('DATA_DIR', folder)).rejects.toThrow(
    `DATA_DIR: nothing can be written to ${folder} (${code}); choose another folder with DATA_DIR`,
  );
});
