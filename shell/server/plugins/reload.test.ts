/** @jest-environment node */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startLocalServer, type LocalServer } from '@vidlunnia/shared/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { reload, RELOAD_SCRIPT } from './reload';

let app: FastifyInstance;
let api: LocalServer;
let isUp: boolean;
let state: string;
let origin: string;
beforeEach(async () => {
  isUp = true;
  state = 'one';
  api = await startLocalServer((_, response) => response.writeHead(isUp ? 200 : 503).end());
  app = fastify();
  await app.register(reload, { state: () => state, apiOrigin: api.origin });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

/** What a page that stays open receives, one message after another. */
async function* messages(): AsyncGenerator<string> {
  const response = await fetch(`${origin}/-/reload`);
  if (!response.body) return;
  for await (const chunk of response.body) yield Buffer.from(chunk).toString();
}

test('the script is there', async () => {
  const response = await app.inject(RELOAD_SCRIPT);
  expect(response.headers['content-type']).toContain('text/javascript');
  expect(response.body).toContain('location.reload()');
});

test('a page receives the state at once, and then when it changes', async () => {
  const received = messages();
  const first = await received.next();
  expect(first.value).toMatch(/^retry: 100\ndata: [\w-]+ 0 one\n\n$/);
  state = 'two';
  const second = await received.next();
  expect(second.value).toMatch(/ two\n\n$/);
});

test('an API that comes back is another one', async () => {
  const received = messages();
  await received.next();
  isUp = false;
  await api.untilAsked('/api/health');
  await api.untilAsked('/api/health');
  isUp = true;
  expect((await received.next()).value).toMatch(/ 1 one\n\n$/);
});
