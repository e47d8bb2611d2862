import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import fastify from 'fastify';
import { goneClients } from './gone-clients';

test('a request whose client has gone is dropped, and others are answered', async () => {
  const app = fastify();
  const answered: string[] = [];
  const steps = new EventEmitter();
  const arrived = once(steps, 'arrived');
  const left = once(steps, 'left');
  app.addHook('onRequest', async ({ url, socket }) => {
    if (url !== '/gone') return;
    steps.emit('arrived');
    await once(socket, 'close');
    steps.emit('left');
  });
  await app.register(goneClients);
  app.get('/*', ({ url }, reply) => {
    answered.push(url);
    return reply.send();
  });
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  try {
    const client = connect(Number(port), '127.0.0.1', () => {
      client.write('GET /gone HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    await arrived;
    client.destroy();
    await left;
    const { status } = await fetch(`http://127.0.0.1:${port}/here`);
    expect([status, answered]).toEqual([200, ['/here']]);
  } finally {
    await app.close();
  }
});
