/** @jest-environment node */
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { describeError, limitRepeats } from './app';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly times?: number;
  readonly err?: { readonly type: string; readonly stack: string };
}

let lines: Line[];
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

/** A logger like the server's, and its output. */
function open(max?: number) {
  lines = [];
  const stream = new Writable({
    write(line: Buffer, _, done) {
      lines.push(JSON.parse(line.toString()) as Line);
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

test('a repeated warning is written once a minute, and then its count', () => {
  for (let second = 0; second < 61; second++) {
    warn('late', 10);
    jest.advanceTimersByTime(1_000);
  }
  expect(messages()).toEqual(['late', 'late (609 times more in a minute)']);
  expect(lines[1]).toMatchObject({ level: 40, times: 609 });
  warn('late', 2);
  jest.advanceTimersByTime(120_000);
  warn('late');
  expect(messages().slice(2)).toEqual(['late', 'late (1 times more in a minute)', 'late']);
});

test('memory is bounded: the oldest warning is written and forgotten', () => {
  open(2);
  warn('a', 3);
  for (const what of ['b', 'c', 'd', 'e']) warn(what);
  expect(messages()).toEqual(['a', 'b', 'c', 'a (2 times more in a minute)', 'd', 'e']);
});

test('at the end, pending counts are written', () => {
  warn('late', 2);
  repeats.end();
  expect(messages()).toEqual(['late', 'late (1 times more in a minute)']);
});

test('different warnings are each written; lower levels are always written', () => {
  log.warn('home is rejected');
  log.warn({ channel: 'staff' }, 'home is rejected');
  log.warn(new Error('home is rejected'));
  log.error('home is rejected');
  log.info('request');
  log.info('request');
  expect(messages()).toEqual([...Array<string>(4).fill('home is rejected'), 'request', 'request']);
});

test('a network error has no place in the code, a bug has one; a client that left is not logged', () => {
  log.warn({ err: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }, 'no response');
  log.error({ err: new TypeError('broken') }, 'request failed');
  log.error({ err: Object.assign(new Error('aborted'), { code: 'UND_ERR_ABORTED' }) }, 'request failed');
  expect(lines).toMatchObject([
    { level: 40, err: { stack: '' } },
    { level: 50, err: { type: 'TypeError', stack: expect.stringContaining('log.test.ts') } },
    { level: 20 },
  ]);
});
