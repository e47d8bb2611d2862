import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { findBrowser, installedTestBrowser } from './find-browser';

let folder = '';
let chromium = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'find-browser-'));
  chromium = path.join(folder, 'chromium');
  writeFileSync(chromium, '');
  chmodSync(chromium, 0o755);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});
const environment = (variables: NodeJS.ProcessEnv) => {
  jest.replaceProperty(process, 'env', { PATH: `/nowhere${path.delimiter}${folder}`, ...variables });
};

test('CHROMIUM_PATH takes precedence; only measurements use the system’s browser', () => {
  environment({ CHROMIUM_PATH: __filename });
  expect([findBrowser(), installedTestBrowser()]).toEqual([__filename, __filename]);
  // An empty variable counts as unset.
  environment({ CHROMIUM_PATH: '' });
  expect(findBrowser()).toBe(chromium);
  expect(installedTestBrowser()).not.toBe(chromium);
});

test('a CHROMIUM_PATH that does not exist is an error', () => {
  environment({ CHROMIUM_PATH: '/nowhere/chromium' });
  expect(findBrowser).toThrow('CHROMIUM_PATH is “/nowhere/chromium”, which does not exist');
});
