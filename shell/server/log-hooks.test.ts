/** @jest-environment node */
import { EventEmitter, once } from 'node:events';
import { request, type ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { startLocalServer, unreachableOrigin } from '@vidlunnia/http/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { describeError, logHooks } from './log-hooks';
import { createRepeats, type Repeats } from './log-repeats';
import { errors } from './plugins/errors';
import { upstreams } from './plugins/upstreams';

let app: FastifyInstance | undefined;
let repeats: Repeats;
afterEach(async () => {
  await app?.close();
  repeats.end();
});

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly times?: number;
  readonly err?: { readonly type: string; readonly stack: string };
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
  repeats = createRepeats();
  app = fastify({
    logger: { level: 'debug', hooks: logHooks(repeats), serializers: { err: describeError }, stream },
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
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }), lines, said };
}

test('a client that leaves before its response is no warning', async () => {
  const asked = new EventEmitter();
  const api = await startLocalServer((_, response: ServerResponse) => {
    asked.emit('asked', response);
  });
  const { origin, lines } = await open(api.origin);
  const client = request(`${origin}/api/services`).on('error', () => undefined);
  client.end();
  const [response] = (await once(asked, 'asked')) as [ServerResponse];
  client.destroy();
  response.end('[]');
  await app?.close();
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
});

test('an aborted request is no error; all others are', async () => {
  const { origin, said } = await open('http://127.0.0.1:9');
  await fetch(`${origin}/aborted`);
  expect(await said(/request failed/)).toMatchObject({ level: 20 });
  await app?.close();
  const other = await open('http://127.0.0.1:9');
  await fetch(`${other.origin}/broken`);
  expect(await other.said(/request failed/)).toMatchObject({
    level: 50,
    err: { message: 'broken', stack: expect.stringContaining('log-hooks.test.ts') },
  });
});

test('an API that is away is told once and without a place in the code, then how often', async () => {
  const { origin, lines } = await open(await unreachableOrigin());
  for (let request = 0; request < 5; request++) {
    expect((await fetch(`${origin}/api/services`)).status).toBe(502);
  }
  repeats.end();
  const [first, second, ...others] = lines.filter(({ level }) => level >= 40);
  expect(first).toMatchObject({
    level: 40,
    msg: 'response errored',
    err: { code: 'ECONNREFUSED', stack: '' },
  });
  expect(first?.times).toBeUndefined();
  expect(second).toMatchObject({ level: 40, times: 4, err: { code: 'ECONNREFUSED' } });
  expect(second?.msg).toMatch(/^response errored \(4 times more in the last \d+ s\)$/);
  expect(others).toEqual([]);
});

test('warnings that differ in anything that they say are written each', async () => {
  const { lines } = await open(await unreachableOrigin());
  const log = app?.log;
  log?.warn('home is rejected');
  log?.warn({ channel: 'staff' }, 'home is rejected');
  log?.warn(new Error('home is rejected'));
  log?.error('home is rejected');
  log?.info('request');
  log?.info('request');
  expect(lines.map(({ msg }) => msg).filter((msg) => msg === 'home is rejected')).toHaveLength(4);
  expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(2);
  log?.warn(new Error('home is rejected'));
  repeats.end();
  expect(lines.at(-1)).toMatchObject({ times: 1, msg: 'home is rejected (1 times more in the last 0 s)' });
});
