import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { unreachableOrigin } from '@vidlunnia/http/testing';
import { forEachRemote, remotes } from '@vidlunnia/settings/topology';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { HEADS, HOME_HEAD, NOT_FOUND_HEAD, POST_HEAD } from '../src/pages/pages';
import { startSite } from '../testing/site';
import { describeError, limitRepeats } from './app';

const PAGES = [
  [200, HOME_HEAD, '/', '/?utm_source=mail'],
  [200, POST_HEAD, '/blog/1', '/blog/%D0%BB%D1%83%D0%BD%D0%B0', '/blog/1/'],
  [200, HEADS.archive, '/blog', '/blog/page/2'],
  [200, HEADS.privacy, '/privacy'],
  [404, NOT_FOUND_HEAD, '/blog/page/1', '/blog/1/2', '/nothing', '/assets', '//', '//evil.example/'],
  // Invalid percent-encoding.
  [404, NOT_FOUND_HEAD, '/blog/%zz', '/%', '/blog/%E0%A4%A?x'],
] as const;

test('pages are found by their addresses', async () => {
  const site = await startSite();
  for (const [expected, { title }, ...targets] of PAGES)
    for (const target of targets) {
      const { status, headers, body } = await site.ask(target);
      const given = /<title>(.*)<\/title>/.exec(body.toString())?.[1];
      expect([target, status, given]).toEqual([target, expected, title]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
});

test('HEAD returns a page without its body; other methods are rejected', async () => {
  const site = await startSite();
  const options = { headers: { 'accept-encoding': 'gzip' } };
  const page = await site.ask('/', options);
  const { status, headers, body } = await site.ask('/', { ...options, method: 'HEAD' });
  expect([status, headers['content-type'], body.length]).toEqual([200, 'text/html; charset=utf-8', 0]);
  for (const name of ['content-length', 'content-encoding', 'cache-control', 'etag', 'vary'] as const)
    expect([name, headers[name]]).toEqual([name, page.headers[name]]);
  for (const method of ['POST', 'PUT', 'DELETE']) expect((await site.ask('/', { method })).status).toBe(404);
});

test('/readyz is 503 while no page can be rendered; /healthz is ok', async () => {
  const ready = await (await startSite()).ask('/readyz');
  expect([ready.status, ready.headers['cache-control']]).toEqual([200, 'no-store']);
  const origin = await unreachableOrigin();
  const teams = forEachRemote((name) => ({ remote: remotes[name], origin, publicKeys: [] }));
  const empty = await startSite(undefined, { teams });
  const statuses = ['/readyz', '/', '/healthz'].map(async (target) => (await empty.ask(target)).status);
  expect(await Promise.all(statuses)).toEqual([503, 503, 200]);
});

describe('the log', () => {
  let lines: { readonly level: number; readonly msg: string }[];
  let repeats: ReturnType<typeof limitRepeats>;
  let log: FastifyBaseLogger;
  beforeEach(() => {
    jest.useFakeTimers();
    open();
  });
  afterEach(() => {
    repeats.end();
    jest.useRealTimers();
  });

  /** Opens a log like the server's. */
  function open(max?: number) {
    lines = [];
    const stream = new Writable({
      write(line: Buffer, _, done) {
        lines.push(JSON.parse(line.toString()) as (typeof lines)[number]);
        done();
      },
    });
    repeats = limitRepeats(max);
    const hooks = { logMethod: repeats.logMethod };
    ({ log } = fastify({ logger: { level: 'debug', hooks, serializers: { err: describeError }, stream } }));
  }
  const messages = () => lines.map(({ msg }) => msg);
  const warn = (text: string, times = 1) => {
    for (let time = 0; time < times; time++) log.warn(text);
  };

  test('writes a repeated warning once a minute, then its count', () => {
    for (let second = 0; second < 61; second++) {
      warn('late', 10);
      jest.advanceTimersByTime(1_000);
    }
    expect(messages()).toEqual(['late', 'late (609 times more in a minute)']);
    expect(lines[1]).toMatchObject({ level: 40, times: 609 });
    warn('late', 2);
    jest.advanceTimersByTime(120_000);
    warn('late', 2);
    // `end` writes pending counts.
    repeats.end();
    const once = ['late', 'late (1 times more in a minute)'];
    expect(messages().slice(2)).toEqual([...once, ...once]);
  });

  test('counts a bounded number of warnings; the oldest is written and evicted', () => {
    open(2);
    warn('a', 3);
    for (const what of ['b', 'c', 'd', 'e']) warn(what);
    expect(messages()).toEqual(['a', 'b', 'c', 'a (2 times more in a minute)', 'd', 'e']);
  });

  test('writes different warnings separately, and every line of a lower level', () => {
    log.warn('home is rejected');
    log.warn({ channel: 'staff' }, 'home is rejected');
    log.warn(new Error('home is rejected'));
    log.error('home is rejected');
    log.info('request');
    log.info('request');
    expect(messages()).toEqual([...Array<string>(4).fill('home is rejected'), 'request', 'request']);
  });

  test('locates a bug, but not a network error; a disconnected client is only a debug line', () => {
    log.warn({ err: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }, 'no response');
    log.error({ err: new TypeError('broken') }, 'request failed');
    log.error({ err: Object.assign(new Error('aborted'), { code: 'UND_ERR_ABORTED' }) }, 'request failed');
    expect(lines).toMatchObject([
      { level: 40, err: { stack: '' } },
      { level: 50, err: { type: 'TypeError', stack: expect.stringContaining('app.test.ts') } },
      { level: 20 },
    ]);
  });
});
