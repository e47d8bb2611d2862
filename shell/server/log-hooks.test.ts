/** @jest-environment node */
import { once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { startLocalServer } from '@vidlunnia/shared/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { logHooks } from './log-hooks';
import { errors } from './plugins/errors';
import { upstreams } from './plugins/upstreams';

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly type: string };
}

/** A front door before an API, and a stream of what it logs. */
async function open(apiOrigin: string) {
  const lines: Line[] = [];
  const stream = new Writable({
    write(line: Buffer, _, done) {
      lines.push(JSON.parse(line.toString()) as Line);
      this.emit('line');
      done();
    },
  });
  app = fastify({ logger: { level: 'debug', hooks: logHooks, stream } });
  const front = app;
  const sending = new Promise<void>((resolve) => {
    front.addHook('onSend', () => {
      setImmediate(resolve);
      return Promise.resolve();
    });
  });
  await app.register(errors);
  await app.register(upstreams, { apiOrigin });
  app.get('/aborted', () => {
    throw Object.assign(new Error('Request aborted'), { code: 'UND_ERR_ABORTED' });
  });
  app.get('/broken', () => {
    throw new Error('broken');
  });
  const said = async (what: RegExp): Promise<Line> => {
    const found = lines.find(({ msg }) => what.test(msg));
    if (found) return found;
    await once(stream, 'line');
    return said(what);
  };
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), said, sending };
}

test('a client that leaves in the middle of a response is no warning', async () => {
  const api = await startLocalServer((_, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json').flushHeaders();
  });
  const { origin, said, sending } = await open(api.origin);
  const client = request(`${origin}/api/services`).on('error', () => undefined);
  client.end();
  await sending;
  client.destroy();
  expect(await said(/response terminated|closed prematurely/)).toMatchObject({
    level: 20,
    err: { type: 'RequestAbortedError' },
  });
});

test('an aborted request is no error; all others are', async () => {
  const { origin, said } = await open('http://127.0.0.1:9');
  await fetch(`${origin}/aborted`);
  expect(await said(/request failed/)).toMatchObject({ level: 20 });
  await app?.close();
  const other = await open('http://127.0.0.1:9');
  await fetch(`${other.origin}/broken`);
  expect(await other.said(/request failed/)).toMatchObject({ level: 50, err: { message: 'broken' } });
});
