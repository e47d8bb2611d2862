import { Writable } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { requestIds, requestLog } from './requests';

const open: FastifyInstance[] = [];
afterEach(() => Promise.all(open.splice(0).map((app) => app.close())));

/** A server that responds with its request's id, and the lines of its log. */
async function start() {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, written) => {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      written();
    },
  });
  const app = fastify({
    ...requestIds,
    logger: { level: 'info', stream },
    logController: new LogController({ disableRequestLogging: true }),
  });
  open.push(app);
  await app.register(requestLog, { fields: (reply) => ({ type: reply.getHeader('content-type') }) });
  app.get('/posts/:id', ({ id }) => id);
  app.get('/quiet', { logLevel: 'warn' }, () => '');
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  lines.length = 0;
  const get = async (path: string, id?: string) => {
    const response = await fetch(origin + path, id === undefined ? {} : { headers: { 'x-request-id': id } });
    return { id: response.headers.get('x-request-id'), text: await response.text() };
  };
  return { get, lines };
}

describe('a request’s id', () => {
  test.each(['from-the_Gateway-1', 'f'.repeat(64)])(
    'that is well-formed is kept and sent back: %s',
    async (id) => {
      const { get } = await start();
      expect(await get('/posts/1', id)).toEqual({ id, text: id });
    },
  );

  test.each([undefined, '', 'f'.repeat(65), 'a b', '<b>', 'olena@example.com'])(
    'is generated for a request with %s',
    async (id) => {
      const { get } = await start();
      const response = await get('/posts/1', id);
      expect(response.id).toMatch(/^[\da-f-]{36}$/);
      expect(response.text).toBe(response.id);
    },
  );
});

describe('the log', () => {
  test('has one line for each response, without its query', async () => {
    const { get, lines } = await start();
    await get('/posts/1?name=Olena', 'r1');
    await get('/none?name=Olena', 'r2');
    // Requests for it are too frequent to log.
    await get('/quiet');
    const line = { msg: 'request', level: 30, method: 'GET', ms: expect.any(Number) };
    expect(lines).toEqual([
      expect.objectContaining({
        ...line,
        path: '/posts/1',
        status: 200,
        reqId: 'r1',
        type: 'text/plain; charset=utf-8',
      }),
      expect.objectContaining({ ...line, path: '/none', status: 404, reqId: 'r2' }),
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/Olena|127\.0\.0\.1/);
  });
});
