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

test('without an accepted token the server rejects writes, and notes of unfinished releases are not public', async () => {
  const target = httpTarget(`${server.origin}/a`, 'wrong');
  const reason = 'the server responds with 401; set RELEASE_TOKEN to a token that it accepts';
  await expect(target.write('x', BYTES)).rejects.toThrow(`PUT ${server.origin}/a/x: ${reason}`);
  await expect(target.remove('x')).rejects.toThrow(`DELETE ${server.origin}/a/x: ${reason}`);
  await httpTarget(`${server.origin}/a`, server.token).write('.unnamed.json', BYTES);
  expect((await fetch(`${server.origin}/a/.unnamed.json`)).status).toBe(404);
});

const put = (origin: string, timeout?: number) =>
  httpTarget(origin, undefined, { backoff: 1, ...(timeout && { timeout }) }).write('x', BYTES);

test('an overloaded server is asked again; if that does not help, or it rejects, the error has its status', async () => {
  const statuses = [503, 429, 201, 503, 503, 503, 301];
  const busy = await startLocalServer((_, response) => response.writeHead(statuses.shift() ?? 500).end());
  await put(busy.origin);
  await expect(put(busy.origin)).rejects.toThrow('responds with 503; its own log says why');
  await expect(put(busy.origin)).rejects.toThrow('responds with 301');
  expect(busy.received).toHaveLength(7);
});

test('the error names a server that does not exist or does not respond', async () => {
  const gone = await unreachableOrigin();
  await expect(put(gone)).rejects.toThrow(`PUT ${gone}/x: the server cannot be reached (ECONNREFUSED)`);
  const { origin } = await startLocalServer(() => undefined);
  await expect(put(origin, 50)).rejects.toThrow(`PUT ${origin}/x: no response in 0.05 s`);
});

test('on a server with entity tags, a change is repeated if another one was first', async () => {
  const conditions: unknown[] = [];
  const responses = [
    ['GET', 200, '"1"', 'old'],
    // Shows that the server knows conditions: this one never holds.
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
