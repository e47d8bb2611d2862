import { expect, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/http/testing';
import { arrivesComplete } from './open-gate';

const { signal } = new AbortController();

/** A page that lacks something this many times. */
const startPage = (times: number) =>
  startLocalServer((_, response) => {
    times -= 1;
    response
      .writeHead(200, { 'cache-control': times >= 0 ? 'private, no-cache' : 'public, max-age=5' })
      .end();
  });

test('an incomplete page is fetched again until it is complete or the deadline has passed', async () => {
  expect(await arrivesComplete((await startPage(2)).origin, 60_000, signal)).toBe(true);
  expect(await arrivesComplete((await startPage(Infinity)).origin, -1, signal)).toBe(false);
});
