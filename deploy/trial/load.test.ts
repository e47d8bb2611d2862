import { expect, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/http/testing';
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
