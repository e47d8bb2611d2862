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
  jest.replaceProperty(process, 'env', variables);
};

test('a browser that was named is taken before the system’s', () => {
  const named = path.join(folder, 'my-browser');
  writeFileSync(named, '');
  environment({ CHROMIUM_PATH: named, PATH: folder });
  expect(findBrowser()).toBe(named);
});

test('a named browser that is not there is an error, not a search for another', () => {
  environment({ CHROMIUM_PATH: '/nowhere/chromium', PATH: folder });
  expect(findBrowser).toThrow('CHROMIUM_PATH is “/nowhere/chromium”, which is not there');
});

test.each([undefined, ''])('without a name (%j) the system’s is taken', (named) => {
  environment({
    ...(named !== undefined && { CHROMIUM_PATH: named }),
    PATH: `/nowhere${path.delimiter}${folder}`,
  });
  expect(findBrowser()).toBe(chromium);
});

test('tests take the pinned browser, not the system’s', () => {
  environment({ PATH: folder });
  expect(installedTestBrowser()).not.toBe(chromium);
});
