import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { buildOrigin } from './origin';
import { temporaryFolder } from '@vidlunnia/settings/testing';

test('an origin runs before the first release, and serves only its folder, without locks and unfinished files', async () => {
  const root = path.join(temporaryFolder(), 'mfe-blog');
  const put = (file: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), file);
  };
  const origin = await buildOrigin(root);
  const status = async (url: string) => (await origin.inject({ url })).statusCode;
  expect([await status('/current.json'), await status('/healthz')]).toEqual([404, 200]);
  ['current.json', '.lock/1', '.unfinished/x', '../mfe-home/current.json'].forEach(put);
  expect(await status('/current.json')).toBe(200);
  for (const url of [
    '/.lock/1',
    '/.unfinished/x',
    '/../mfe-home/current.json',
    '/..%2fmfe-home/current.json',
  ])
    expect(await status(url)).toBeGreaterThanOrEqual(400);
  rmSync(root, { recursive: true });
  expect(await status('/current.json')).toBe(404);
  await origin.close();
});
