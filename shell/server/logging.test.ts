/** @jest-environment node */
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { createRepeats, describeError, logHooks, type Repeats } from './logging';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly times?: number;
  readonly err?: { readonly type: string; readonly stack: string };
}

let lines: Line[];
let repeats: Repeats;
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
function open(most?: number) {
  lines = [];
  const stream = new Writable({
    write(line: Buffer, _, done) {
      lines.push(JSON.parse(line.toString()) as Line);
      done();
    },
  });
  repeats = createRepeats(most);
  const serializers = { err: describeError };
  ({ log } = fastify({ logger: { level: 'debug', hooks: logHooks(repeats), serializers, stream } }));
}
const messages = () => lines.map(({ msg }) => msg);

test('a repeated warning is written once, then once a minute with its count', () => {
  for (let second = 0; second < 150; second++) {
    for (let time = 0; time < 10; time++) log.warn('late');
    jest.advanceTimersByTime(1_000);
  }
  expect(messages()).toEqual([
    'late',
    'late (599 times more in the last 60 s)',
    'late (600 times more in the last 60 s)',
  ]);
  expect(lines[1]?.times).toBe(599);
});

test('a warning that stopped is counted to its end, then forgotten: the next one is written at once', () => {
  for (let time = 0; time < 5; time++) log.warn('late');
  jest.advanceTimersByTime(120_000);
  log.warn('late');
  expect(messages()).toEqual(['late', 'late (4 times more in the last 60 s)', 'late']);
});

test('memory is bounded: the oldest warning is written and forgotten', () => {
  open(2);
  for (let time = 0; time < 3; time++) log.warn('a');
  jest.advanceTimersByTime(10_000);
  for (const what of ['b', 'c', 'd', 'e']) log.warn(what);
  expect(messages()).toEqual(['a', 'b', 'c', 'a (2 times more in the last 10 s)', 'd', 'e']);
});

test('at the end, pending counts are written', () => {
  for (let time = 0; time < 2; time++) log.warn('late');
  repeats.end();
  expect(messages()).toEqual(['late', 'late (1 times more in the last 0 s)']);
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
    { level: 50, err: { type: 'TypeError', stack: expect.stringContaining('logging.test.ts') } },
    { level: 20 },
  ]);
});
