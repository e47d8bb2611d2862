import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startLocalServer, type LocalServer } from '@vidlunnia/http/testing';
import { comesWhole } from './whole-page';

const { signal } = new AbortController();
let lacking = 0;
let server: LocalServer;
beforeEach(async () => {
  server = await startLocalServer((_, response) => {
    lacking -= 1;
    const control = lacking >= 0 ? 'private, no-cache' : 'public, max-age=5';
    response.writeHead(200, { 'cache-control': control }).end();
  });
});
afterEach(() => server.stop());

test('a page that lacks something is asked for again, until it is whole', async () => {
  lacking = 2;
  expect(await comesWhole(server.origin, 60_000, signal)).toBe(true);
});

test('one that stays without it is told of', async () => {
  lacking = Infinity;
  expect(await comesWhole(server.origin, -1, signal)).toBe(false);
});
