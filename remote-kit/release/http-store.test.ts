import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
import { httpStore } from './http-store';
import { startPutServer, type PutServer } from './testing/put-server';

const BYTES = Buffer.from('{}');

let server: PutServer;
beforeAll(async () => {
  server = await startPutServer();
});
afterAll(() => server.stop());

test('without a token that the server accepts it takes nothing, and claims are shown to nobody', async () => {
  const store = httpStore(`${server.origin}/a`, 'wrong');
  const reason = 'the server responds with 401; set RELEASE_TOKEN to a token that it accepts';
  await expect(store.put('x', BYTES)).rejects.toThrow(`PUT ${server.origin}/a/x: ${reason}`);
  await expect(store.remove('x')).rejects.toThrow(`DELETE ${server.origin}/a/x: ${reason}`);
  await httpStore(`${server.origin}/a`, server.token).put('.unnamed.json', BYTES);
  expect((await fetch(`${server.origin}/a/.unnamed.json`)).status).toBe(404);
});

const put = (origin: string, timeout?: number) =>
  httpStore(origin, undefined, { backoff: 1, ...(timeout && { timeout }) }).put('x', BYTES);

test('a server that is overloaded is asked again; if it stays so, or refuses, its status is named', async () => {
  const statuses = [503, 429, 201, 503, 503, 503, 301];
  const busy = await startLocalServer((_, response) => response.writeHead(statuses.shift() ?? 500).end());
  expect(await put(busy.origin)).toBe(true);
  await expect(put(busy.origin)).rejects.toThrow('responds with 503; its own log says why');
  await expect(put(busy.origin)).rejects.toThrow('responds with 301');
  expect(busy.received).toHaveLength(7);
});

test('a server that is not there, or does not respond, is named', async () => {
  const gone = await unreachableOrigin();
  await expect(put(gone)).rejects.toThrow(`PUT ${gone}/x: the server cannot be reached (ECONNREFUSED)`);
  const { origin } = await startLocalServer(() => undefined);
  await expect(put(origin, 50)).rejects.toThrow(`PUT ${origin}/x: no response in 0.05 s`);
});
