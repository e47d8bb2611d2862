import { expect, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/http/testing';
import { comesWhole } from './gate-shell';

const { signal } = new AbortController();

/** A page that lacks something as often as this. */
const startPage = (times: number) =>
  startLocalServer((_, response) => {
    times -= 1;
    response
      .writeHead(200, { 'cache-control': times >= 0 ? 'private, no-cache' : 'public, max-age=5' })
      .end();
  });

test('a page that lacks something is asked for again, until it is whole or it is late', async () => {
  expect(await comesWhole((await startPage(2)).origin, 60_000, signal)).toBe(true);
  expect(await comesWhole((await startPage(Infinity)).origin, -1, signal)).toBe(false);
});
