import { expect, test } from '@jest/globals';
import { startLocalServer } from '../../testing';
import { startLoad } from './load';

test('only what was answered with 201 counts as acknowledged, under the key that was sent', async () => {
  const server = await startLocalServer((request, response) => {
    response.writeHead(request.method === 'POST' ? 201 : 200).end();
  });
  const load = startLoad(server.origin, ['/', '/blog/a']);
  await load.pass(20);
  const { acknowledged, reads, failures } = await load.stop();
  const sent = server.received.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
  expect(failures).toEqual([]);
  expect(reads + acknowledged.length).toBe(server.received.length);
  expect([...acknowledged].sort()).toEqual([...sent].sort());
  expect(new Set(sent).size).toBe(sent.length);
});

test('every visitor has an address of its own, for reading and for sending', async () => {
  const server = await startLocalServer((request, response) => {
    response.writeHead(request.method === 'POST' ? 201 : 200).end();
  });
  const load = startLoad(server.origin, ['/']);
  await load.pass(20);
  await load.stop();
  const addressesOf = (method: string) => [
    ...new Set(
      server.received
        .filter((request) => request.method === method)
        .map(({ headers }) => headers['x-forwarded-for']),
    ),
  ];
  const [readers, senders] = [addressesOf('GET'), addressesOf('POST')];
  expect(readers).toHaveLength(4);
  expect(senders).toHaveLength(2);
  expect(readers.filter((address) => senders.includes(address))).toEqual([]);
});

test('another status and a connection that breaks off are failures, told by their address', async () => {
  const server = await startLocalServer((request, response) => {
    if (request.url === '/broken') request.socket.destroy();
    else response.writeHead(request.method === 'POST' ? 503 : 200).end('no');
  });
  const load = startLoad(server.origin, ['/', '/broken']);
  await load.pass(20);
  const { acknowledged, failures } = await load.stop();
  expect(acknowledged).toEqual([]);
  expect(failures).toContain('/api/contact answered 503: no');
  expect(failures).toContainEqual(expect.stringMatching(/^\/broken .*fetch failed/));
});
