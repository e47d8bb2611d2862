import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
import { httpTarget } from './http-target';
import { startPutServer, type PutServer } from './testing/put-server';

const BYTES = Buffer.from('{}');

let server: PutServer;
beforeAll(async () => {
  server = await startPutServer();
});
afterAll(() => server.stop());

test('without a token that the server accepts it takes nothing, and notes of unfinished releases are shown to nobody', async () => {
  const target = httpTarget(`${server.origin}/a`, 'wrong');
  const reason = 'the server responds with 401; set RELEASE_TOKEN to a token that it accepts';
  await expect(target.write('x', BYTES)).rejects.toThrow(`PUT ${server.origin}/a/x: ${reason}`);
  await expect(target.remove('x')).rejects.toThrow(`DELETE ${server.origin}/a/x: ${reason}`);
  await httpTarget(`${server.origin}/a`, server.token).write('.unnamed.json', BYTES);
  expect((await fetch(`${server.origin}/a/.unnamed.json`)).status).toBe(404);
});

const put = (origin: string, timeout?: number) =>
  httpTarget(origin, undefined, { backoff: 1, ...(timeout && { timeout }) }).write('x', BYTES);

test('a server that is overloaded is asked again; if it stays so, or refuses, its status is named', async () => {
  const statuses = [503, 429, 201, 503, 503, 503, 301];
  const busy = await startLocalServer((_, response) => response.writeHead(statuses.shift() ?? 500).end());
  await put(busy.origin);
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

test('on a server that knows entity tags a change is made anew if somebody else was first', async () => {
  const conditions: unknown[] = [];
  const responses = [
    ['GET', 200, '"1"', 'old'],
    // That it knows them: a condition that never holds.
    ['PUT', 412],
    ['PUT', 412],
    ['GET', 200, '"2"', 'theirs'],
    ['PUT', 204],
    ['GET', 200, '"3"', 'theirs and ours'],
  ] as const;
  const { origin, received } = await startLocalServer(({ headers }, response) => {
    const [, status, etag, body] = responses[conditions.push(headers['if-match']) - 1] ?? [];
    response.writeHead(status ?? 500, { ...(etag && { etag }) }).end(body);
  });
  await httpTarget(origin, undefined).update('x', (bytes) =>
    String(bytes).endsWith('ours') ? null : Buffer.from(`${String(bytes)} and ours`),
  );
  expect(received.map(({ method }) => method)).toEqual(responses.map(([method]) => method));
  expect(conditions).toEqual([undefined, '"never"', '"1"', undefined, '"2"', undefined]);
  expect(received.at(-2)?.body).toBe('theirs and ours');
});
