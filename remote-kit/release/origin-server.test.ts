import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { buildOrigin, ORIGIN_HEALTH } from './origin-server';
import { temporaryFolder } from './testing/temporary-folder';

let root = '';
beforeEach(() => {
  root = path.join(temporaryFolder(), 'mfe-blog');
});
const put = (file: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), file);
};
const ask = async (...addresses: string[]) => {
  const origin = await buildOrigin(root);
  const answers = await Promise.all(addresses.map((url) => origin.inject({ url })));
  await origin.close();
  return answers.map(({ statusCode, headers }) => [statusCode, headers['cache-control']]);
};
const NEVER = 'no-store';
const FOR_EVER = 'public, max-age=31536000, immutable';

test('the pointer and the history are never kept, a release’s files for ever', async () => {
  const files = ['current.json', 'history.json', 'aaaaaaaaaaaa/release.json', 'aaaaaaaaaaaa/current.json'];
  files.forEach(put);
  expect(await ask(...files.map((file) => `/${file}`))).toEqual([
    [200, NEVER],
    [200, NEVER],
    [200, FOR_EVER],
    [200, FOR_EVER],
  ]);
});

test('it is up before the first release; a folder that appears or goes is served or not, as it is', async () => {
  const origin = await buildOrigin(root);
  const status = async (url = '/current.json') => (await origin.inject({ url })).statusCode;
  expect([await status(), await status(ORIGIN_HEALTH)]).toEqual([404, 200]);
  put('current.json');
  expect(await status()).toBe(200);
  rmSync(root, { recursive: true });
  expect(await status()).toBe(404);
  await origin.close();
});

test('locks and what is half written are not served, nor what lies beside the folder', async () => {
  ['.lock/1', '.unfinished/x', '../mfe-home/current.json'].forEach(put);
  const answers = await ask(
    '/.lock/1',
    '/.unfinished/x',
    '/../mfe-home/current.json',
    '/..%2fmfe-home/current.json',
  );
  expect(answers.map(([status]) => Number(status) >= 400)).toEqual([true, true, true, true]);
});
