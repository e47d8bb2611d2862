import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { temporaryFolder } from '@vidlunnia/settings/testing';
import { findBrowser, installedTestBrowser } from './find-browser';

afterEach(() => {
  jest.restoreAllMocks();
});

test('CHROMIUM_PATH takes precedence, and has to exist; only measurements use the system’s browser', () => {
  const folder = temporaryFolder();
  const chromium = path.join(folder, 'chromium');
  writeFileSync(chromium, '');
  const PATH = `/nowhere${path.delimiter}${folder}`;
  jest.replaceProperty(process, 'env', { PATH, CHROMIUM_PATH: __filename });
  expect([findBrowser(), installedTestBrowser()]).toEqual([__filename, __filename]);
  // An empty variable counts as unset.
  jest.replaceProperty(process, 'env', { PATH, CHROMIUM_PATH: '' });
  expect(findBrowser()).toBe(chromium);
  expect(installedTestBrowser()).not.toBe(chromium);
  jest.replaceProperty(process, 'env', { CHROMIUM_PATH: '/nowhere/chromium' });
  expect(findBrowser).toThrow('CHROMIUM_PATH is “/nowhere/chromium”, which does not exist');
});
