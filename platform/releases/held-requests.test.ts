import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createHeldReader, createHeldRequests, etagOf, HOLDS } from './held-requests';

const held = createHeldRequests();
let value = 'first';
let isHolding = true;
let weak = '';
/** Responses that wait. */
let waiting: ServerResponse[] = [];
const answer = (response: ServerResponse, isNew: boolean) =>
  response
    .writeHead(isNew ? 200 : 304, { ...HOLDS, ETag: weak + etagOf(value) })
    .end(isNew ? value : undefined);
const server = createServer((request, response) => {
  const change = held.nextChange(request, response);
  const isNew = () => request.headers['if-none-match'] !== etagOf(value);
  if (!isHolding) {
    response.end(value);
    return;
  }
  if (change === null || isNew()) {
    answer(response, isNew());
    return;
  }
  waiting.push(response);
  void change.then(() => response.headersSent || answer(response, isNew()));
});
const onChange = jest.fn<() => void>();
let ended: AbortController;
let read: () => Promise<string>;

beforeEach(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  value = 'first';
  isHolding = true;
  weak = '';
  ended = new AbortController();
  waiting = [];
  onChange.mockReset();
  read = createHeldReader({
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    timeoutMs: 2_000,
    read: async (requested) => {
      const response = await requested;
      if (!response.ok) throw new Error(String(response.status));
      return response.text();
    },
    onChange,
    ended: ended.signal,
  });
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});
/** Reads until another request is held. */
async function untilHeld(): Promise<ServerResponse> {
  const before = waiting.length;
  for (;;) {
    const response = waiting[before];
    if (response) return response;
    await read();
    await new Promise(setImmediate);
  }
}
const untilClosed = (response: ServerResponse) => once(response, 'close');

test('a held request brings a change at once; until then, reads give the last value without a request', async () => {
  await untilHeld();
  expect([await read(), await read(), waiting.length]).toEqual(['first', 'first', 1]);
  const changed = new Promise((resolve) => onChange.mockImplementation(resolve as () => void));
  value = 'second';
  held.release();
  await changed;
  expect(await read()).toBe('second');
});

test('requests are held although a proxy that compresses makes the ETag weak', async () => {
  weak = 'W/';
  await untilHeld();
  expect(await read()).toBe('first');
  expect(onChange).not.toHaveBeenCalled();
});

test('a server that does not hold requests gets one for each read', async () => {
  isHolding = false;
  for (value of ['first', 'second', 'third']) expect(await read()).toBe(value);
  expect(onChange).not.toHaveBeenCalled();
});

test.each<readonly [what: string, fail: (response: ServerResponse) => unknown]>([
  ['cuts it', (response) => response.socket?.destroy()],
  ['answers for the server', (response) => response.writeHead(504).end()],
])('a held request is no failure when a proxy %s; a server that has ended is one', async (_, fail) => {
  const first = await untilHeld();
  fail(first);
  await untilClosed(first);
  const second = await untilHeld();
  server.close();
  second.socket?.destroy();
  await untilClosed(second);
  const reads = async () => {
    for (;;) {
      await read();
      await new Promise(setImmediate);
    }
  };
  await expect(reads()).rejects.toThrow('fetch failed');
});

test('a server that hangs while it holds a request gets a plain one after a deadline', async () => {
  const deadline = new AbortController();
  await read();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  const hanging = await untilHeld();
  expect(timeout).toHaveBeenLastCalledWith(12_000);
  timeout.mockRestore();
  deadline.abort();
  await untilClosed(hanging);
  expect(await (await untilHeld(), read())).toBe('first');
});

test('the reader’s end aborts a held request, which then is held no more', async () => {
  const response = await untilHeld();
  ended.abort();
  await untilClosed(response);
  expect(held.count()).toBe(0);
});

test('a request beyond a hundred held ones is not held', async () => {
  const request = new IncomingMessage(new Socket());
  request.headers['prefer'] = 'wait=10';
  const responses = Array.from({ length: 101 }, () => new ServerResponse(request));
  const waits = responses.map((response) => held.nextChange(request, response));
  expect(waits.map((wait) => wait !== null)).toEqual([...Array<boolean>(100).fill(true), false]);
  held.release();
  await Promise.all(waits.filter((wait) => wait !== null));
});
