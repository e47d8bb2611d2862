/** @jest-environment node */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createRepeats } from './log-repeats';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Repeats, what was written of them, and a way to let something happen. */
function open(most?: number) {
  const written: string[] = [];
  const repeats = createRepeats(most);
  const happen = (what: string, often = 1) => {
    for (let time = 0; time < often; time++) {
      repeats.add(what, (times, seconds) => {
        written.push(times === 0 ? what : `${what} ${String(times)} in ${String(seconds)} s`);
      });
    }
  };
  return { written, happen, end: repeats.end };
}

test('what goes on is written once, then once a minute with how often', () => {
  const { written, happen } = open();
  for (let second = 0; second < 150; second++) {
    happen('late', 10);
    jest.advanceTimersByTime(1_000);
  }
  expect(written).toEqual(['late', 'late 599 in 60 s', 'late 600 in 60 s']);
});

test('what has ended is told to its end and then forgotten: the next time it is written at once', () => {
  const { written, happen } = open();
  happen('late', 5);
  jest.advanceTimersByTime(60_000);
  expect(written).toEqual(['late', 'late 4 in 60 s']);
  jest.advanceTimersByTime(60_000);
  expect(jest.getTimerCount()).toBe(0);
  happen('late');
  expect(written.slice(2)).toEqual(['late']);
});

test('each has its own count', () => {
  const { written, happen } = open();
  happen('late', 2);
  happen('away', 3);
  jest.advanceTimersByTime(60_000);
  expect(written).toEqual(['late', 'away', 'late 1 in 60 s', 'away 2 in 60 s']);
});

test('ever new ones take no memory: the oldest is told and forgotten', () => {
  const { written, happen } = open(2);
  happen('a', 3);
  jest.advanceTimersByTime(10_000);
  for (const what of ['b', 'c', 'd', 'e']) happen(what);
  expect(written).toEqual(['a', 'b', 'c', 'a 2 in 10 s', 'd', 'e']);
  expect(jest.getTimerCount()).toBe(2);
});

test('at the end what was not said yet is said', () => {
  const { written, happen, end } = open();
  happen('late', 4);
  jest.advanceTimersByTime(2_000);
  end();
  expect(written).toEqual(['late', 'late 3 in 2 s']);
  expect(jest.getTimerCount()).toBe(0);
});
