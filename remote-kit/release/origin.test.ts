import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { buildOrigin } from './origin';
import { temporaryFolder } from './testing/sample-team';

let root = '';
beforeEach(() => {
  root = path.join(temporaryFolder(), 'mfe-blog');
});
const put = (file: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), file);
};
test('an origin runs before the first release, and serves its folder while it exists', async () => {
  const origin = await buildOrigin(root);
  const status = async (url = '/current.json') => (await origin.inject({ url })).statusCode;
  expect([await status(), await status('/healthz')]).toEqual([404, 200]);
  put('current.json');
  expect(await status()).toBe(200);
  rmSync(root, { recursive: true });
  expect(await status()).toBe(404);
  await origin.close();
});

test('locks, unfinished files and files outside the folder are not served', async () => {
  ['.lock/1', '.unfinished/x', '../mfe-home/current.json'].forEach(put);
  const origin = await buildOrigin(root);
  for (const url of [
    '/.lock/1',
    '/.unfinished/x',
    '/../mfe-home/current.json',
    '/..%2fmfe-home/current.json',
  ])
    expect((await origin.inject({ url })).statusCode).toBeGreaterThanOrEqual(400);
  await origin.close();
});
