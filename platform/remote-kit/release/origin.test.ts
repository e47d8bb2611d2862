import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { folderStore } from '@vidlunnia/releases/folder-store';
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

describe('a request for the pointer that prefers to wait', () => {
  let root: string;
  let origin: Awaited<ReturnType<typeof buildOrigin>>;
  const pointAt = (text: string) => folderStore(root).write('current.json', Buffer.from(text));
  const ask = async (etag: unknown, wait = 10) => {
    const headers = { prefer: `wait=${String(wait)}`, 'if-none-match': String(etag) };
    const { statusCode, body, headers: got } = await origin.inject({ url: '/current.json', headers });
    expect(got['cache-control']).toBe('no-store');
    expect(got['preference-applied']).toBe('wait');
    return { statusCode, body, etag: got['etag'] };
  };
  beforeEach(async () => {
    root = temporaryFolder();
    await pointAt('1');
    origin = await buildOrigin(root);
    await origin.ready();
  });
  afterEach(() => origin.close());

  test('is held until the pointer changes', async () => {
    const { body, etag } = await ask(undefined);
    expect(body).toBe('1');
    const held = ask(etag);
    await pointAt('2');
    expect(await held).toMatchObject({ statusCode: 200, body: '2' });
    expect(await ask(etag)).toMatchObject({ statusCode: 200, body: '2' });
  });

  test('is answered at once before the first release', async () => {
    const empty = await buildOrigin(temporaryFolder());
    const status = async () =>
      (await empty.inject({ url: '/current.json', headers: { prefer: 'wait=30' } })).statusCode;
    // Node reports a missing file once as a change, which would end the first wait.
    expect([await status(), await status()]).toEqual([404, 404]);
    await empty.close();
    // Held, each would take 30 s.
  }, 20_000);

  test('ends unchanged after its time, and when the origin stops', async () => {
    const { etag } = await ask(undefined);
    expect(await ask(etag, 1)).toMatchObject({ statusCode: 304, body: '' });
    const held = ask(etag);
    await new Promise(setImmediate);
    await origin.close();
    expect(await held).toMatchObject({ statusCode: 304, body: '' });
  });
});
