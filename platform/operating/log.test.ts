import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import fastify from 'fastify';
import { describeError, limitRepeats } from './log';

describe('the log', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Opens a log like the server's. */
  function open(max?: number) {
    const lines: { readonly level: number; readonly msg: string }[] = [];
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) };
    const { end, logMethod } = limitRepeats(max);
    const serializers = { err: describeError };
    const { log } = fastify({ logger: { level: 'debug', hooks: { logMethod }, serializers, stream } });
    const warn = (text: string, times = 1) => {
      for (let time = 0; time < times; time++) log.warn(text);
    };
    return { end, lines, log, messages: () => lines.map(({ msg }) => msg), warn };
  }

  test('writes a repeated warning once a minute, then its count', () => {
    const { end, lines, messages, warn } = open();
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
    end();
    const once = ['late', 'late (1 times more in a minute)'];
    expect(messages().slice(2)).toEqual([...once, ...once]);
  });

  test('counts a bounded number of warnings; the oldest is written and evicted', () => {
    const { messages, warn } = open(2);
    warn('a', 3);
    for (const what of ['b', 'c', 'd', 'e']) warn(what);
    expect(messages()).toEqual(['a', 'b', 'c', 'a (2 times more in a minute)', 'd', 'e']);
  });

  test('writes different warnings separately, and every line of a lower level', () => {
    const { log, messages } = open();
    log.warn('shop is rejected');
    log.warn({ channel: 'staff' }, 'shop is rejected');
    log.warn(new Error('shop is rejected'));
    log.error('shop is rejected');
    log.info('request');
    log.info('request');
    expect(messages()).toEqual([...Array<string>(4).fill('shop is rejected'), 'request', 'request']);
  });

  test('locates a bug, but not a network error; a disconnected client is only a debug line', () => {
    const { lines, log } = open();
    log.warn({ err: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }, 'no response');
    log.error({ err: new TypeError('broken') }, 'request failed');
    log.error({ err: Object.assign(new Error('aborted'), { code: 'UND_ERR_ABORTED' }) }, 'request failed');
    expect(lines).toMatchObject([
      { level: 40, err: { stack: '' } },
      { level: 50, err: { type: 'TypeError', stack: expect.stringContaining('log.test.ts') } },
      { level: 20 },
    ]);
  });
});
