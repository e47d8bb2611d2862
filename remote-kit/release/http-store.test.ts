import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
import { httpStore } from './http-store';
import { startPutServer, type PutServer } from './testing/put-server';

const BYTES = Buffer.from('{}');

describe('a server as our configuration of nginx makes it', () => {
  let server: PutServer;
  beforeAll(async () => {
    server = await startPutServer();
  });
  afterAll(() => server.stop());

  test.each([
    ['a wrong token', 'wrong', '401; it does not accept RELEASE_TOKEN for that'],
    ['no token', undefined, '401; set RELEASE_TOKEN to a token that it accepts'],
  ])('with %s takes nothing, and the fix is named', async (_, token, message) => {
    const store = httpStore(`${server.origin}/a`, token);
    const sentence = `PUT ${server.origin}/a/x: the server responds with ${message}`;
    await expect(store.put('x', BYTES)).rejects.toThrow(sentence);
    await expect(store.remove('x')).rejects.toThrow('DELETE');
  });

  test('shows claims to nobody without the token', async () => {
    await httpStore(`${server.origin}/a`, server.token).put('.claims.json', BYTES);
    expect((await fetch(`${server.origin}/a/.claims.json`)).status).toBe(404);
  });

  test('a file that is too large for it is told', async () => {
    const store = httpStore(`${server.origin}/a`, server.token);
    await expect(store.put('x', Buffer.alloc(17 * 1024 * 1024))).rejects.toThrow(
      '413: the file is too large for it; nginx takes more with client_max_body_size',
    );
  });
});

describe('what goes wrong', () => {
  const put = (origin: string, timeout?: number) =>
    httpStore(origin, 'secret-token', { backoff: 1, ...(timeout && { timeout }) }).put('x', BYTES);

  test.each([
    [301, '; set RELEASE_TARGET to the address that it leads to'],
    [412, '; its own log says why'],
    [507, ': its disk is full'],
  ])('%i is put into words, without the token', async (status, words) => {
    const { origin } = await startLocalServer((_, response) => response.writeHead(status).end());
    const sentence = `PUT ${origin}/x: the server responds with ${String(status)}${words}`;
    await expect(put(origin)).rejects.toThrow(RegExp(`^${escape(sentence)}$`));
  });

  test('a server that is overloaded is asked again, and told of when it stays so', async () => {
    const answers = [503, 429, 201, 503, 503, 503];
    const server = await startLocalServer((_, response) => response.writeHead(answers.shift() ?? 500).end());
    expect(await put(server.origin)).toBe(true);
    await expect(put(server.origin)).rejects.toThrow('the server responds with 503');
    expect(server.received).toHaveLength(6);
  });

  test('one that is not there, or says nothing, is named', async () => {
    const gone = await unreachableOrigin();
    await expect(put(gone)).rejects.toThrow(`PUT ${gone}/x: the server cannot be reached (ECONNREFUSED)`);
    const { origin } = await startLocalServer(() => undefined);
    await expect(put(origin, 50)).rejects.toThrow(`PUT ${origin}/x: no response in 0.05 s, 3 times`);
  });
});

const escape = (text: string) => text.replace(/[.?+()[\]{}^$|\\]/g, '\\$&');
