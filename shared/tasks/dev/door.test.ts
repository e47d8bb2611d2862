import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { doorTo } from './door';

let opened: Server[];
let door: ReturnType<typeof doorTo>;
let inner: number;
let origin: string;
beforeEach(async () => {
  opened = [];
  // A port that the system has just had free.
  const first = await serve('', 0);
  inner = (first.address() as AddressInfo).port;
  await close(first);
  door = doorTo(inner);
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((door.address() as AddressInfo).port)}`;
});
afterEach(async () => {
  door.close();
  await Promise.all(opened.map(close));
});

async function serve(text: string, port = inner): Promise<Server> {
  const server = createServer((_, response) => response.end(text));
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });

const ask = async () => (await fetch(origin, { headers: { connection: 'close' } })).text();

test('what is asked while the server is away is answered when it is there', async () => {
  const answer = ask();
  await serve('first');
  await expect(answer).resolves.toBe('first');
});

test('the next server takes the place of the one before', async () => {
  const first = await serve('first');
  await expect(ask()).resolves.toBe('first');
  await close(first);
  const answer = ask();
  await serve('second');
  await expect(answer).resolves.toBe('second');
});

test('who leaves while waiting is forgotten', async () => {
  const visitor = connect((door.address() as AddressInfo).port, '127.0.0.1');
  await new Promise<void>((resolve) => visitor.once('connect', resolve));
  visitor.destroy();
  await new Promise<void>((resolve) =>
    door.close(() => {
      resolve();
    }),
  );
});
