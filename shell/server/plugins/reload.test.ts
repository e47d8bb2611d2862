/** @jest-environment node */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startLocalServer, type LocalServer } from '@vidlunnia/shared/testing';
import fastify, { type FastifyInstance } from 'fastify';
import { readProblems, reload, RELOAD_SCRIPT } from './reload';

let app: FastifyInstance;
let api: LocalServer;
let isUp: boolean;
let state: string;
let problems: { part: string; text: string }[];
let origin: string;
beforeEach(async () => {
  isUp = true;
  state = 'one';
  problems = [];
  api = await startLocalServer((_, response) => response.writeHead(isUp ? 200 : 503).end());
  app = fastify();
  await app.register(reload, { state: () => state, apiOrigin: api.origin, problems: () => problems });
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
  expect(first.value).toMatch(/^retry: 100\ndata: {"state":"[\w-]+ 0 one","problems":\[\]}\n\n$/);
  state = 'two';
  const second = await received.next();
  expect(second.value).toMatch(/ two",/);
});

test('an API that comes back is another one', async () => {
  const received = messages();
  await received.next();
  isUp = false;
  await api.untilAsked('/api/health');
  await api.untilAsked('/api/health');
  isUp = true;
  expect((await received.next()).value).toMatch(/ 1 one",/);
});

test('what is wrong with the sources is told while it is', async () => {
  const received = messages();
  await received.next();
  problems = [{ part: 'mfe-blog', text: 'src/a.ts:1:2: ERROR' }];
  expect((await received.next()).value).toContain(
    '"problems":[{"part":"mfe-blog","text":"src/a.ts:1:2: ERROR"}]',
  );
  problems = [];
  expect((await received.next()).value).toContain('"problems":[]');
});

test('problems lie in a folder that need not be there, a file for each part', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'problems-'));
  await writeFile(path.join(folder, 'types'), 'error TS2322');
  expect(readProblems(folder)).toEqual([{ part: 'types', text: 'error TS2322' }]);
  await rm(folder, { recursive: true });
  expect(readProblems(folder)).toEqual([]);
});
