/** @jest-environment node */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startLocalServer, type LocalServer } from '@vidlunnia/shared/testing';
import fastify, { type FastifyInstance } from 'fastify';
import type { Problem } from './problems';
import { reload, RELOAD_SCRIPT } from './reload';

let app: FastifyInstance;
let api: LocalServer;
let isUp: boolean;
let versions: Record<string, string>;
let problems: Record<string, Problem[]>;
let origin: string;
beforeEach(async () => {
  isUp = true;
  versions = { home: 'aaaaaa000000', blog: 'bbbbbb000000' };
  problems = {};
  api = await startLocalServer((_, response) => response.writeHead(isUp ? 200 : 503).end());
  app = fastify();
  await app.register(reload, {
    versions: () => versions,
    apiOrigin: api.origin,
    problems: (pathname) => problems[pathname] ?? [],
  });
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

interface Message {
  readonly code: string;
  readonly versions: Record<string, string>;
  readonly problems: readonly Problem[];
}

/** What a page that stays open receives, one message after another. */
async function* messages(page = '/'): AsyncGenerator<Message, undefined> {
  const response = await fetch(`${origin}/-/reload?page=${encodeURIComponent(page)}`);
  if (!response.body) return;
  for await (const chunk of response.body) {
    const [, data = ''] = /^retry: 100\ndata: (.*)\n\n$/.exec(Buffer.from(chunk).toString()) ?? [];
    yield JSON.parse(data) as Message;
  }
}
const next = async (received: ReturnType<typeof messages>) => (await received.next()).value;

test('the script is there', async () => {
  const response = await app.inject(RELOAD_SCRIPT);
  expect(response.headers['content-type']).toContain('text/javascript');
  expect(response.body).toContain('location.reload()');
});

test('a page receives at once what is live, and then what takes its place', async () => {
  const received = messages();
  const first = await next(received);
  expect(first).toEqual({ code: expect.stringMatching(/^[\w-]+ 0 aaaaaa bbbbbb$/), versions, problems: [] });
  versions = { ...versions, blog: 'cccccc000000' };
  expect(await next(received)).toMatchObject({ code: expect.stringMatching(/ 0 aaaaaa cccccc$/), versions });
});

test('it can tell that another release is the same code in other styles', async () => {
  const received = messages();
  const first = await next(received);
  versions = { ...versions, blog: 'bbbbbb111111' };
  expect(await next(received)).toEqual({ ...first, versions });
});

test('an API that comes back is another one', async () => {
  const received = messages();
  await next(received);
  isUp = false;
  await api.untilAsked('/api/health');
  await api.untilAsked('/api/health');
  isUp = true;
  expect((await next(received))?.code).toMatch(/^[\w-]+ 1 /);
});

test('what is wrong with the sources or with the page is told while it is, and of no other page', async () => {
  const [here, elsewhere] = [messages('/blog'), messages('/')];
  await next(here);
  await next(elsewhere);
  const problem = { part: 'mfe-blog', text: 'src/a.ts:1:2: ERROR' };
  problems = { '/blog': [problem] };
  expect((await next(here))?.problems).toEqual([problem]);
  problems = { '/': [{ ...problem, part: '/' }] };
  expect((await next(here))?.problems).toEqual([]);
  expect((await next(elsewhere))?.problems).toEqual([{ ...problem, part: '/' }]);
});
