import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { interruption } from './interruption';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A process that npm runs, or nobody. */
class Self extends EventEmitter {
  ppid = 100;
  constructor(readonly env: Readonly<Record<string, string>>) {
    super();
  }
}
const UNDER_NPM = { npm_lifecycle_event: 'start' };

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s interrupts', (name) => {
  const self = new Self({});
  const interrupted = interruption(self);
  expect(interrupted.aborted).toBe(false);
  self.emit(name);
  expect(interrupted.reason).toEqual(new Error(`Interrupted by ${name}`));
});

test('the end of npm, which may not pass on the signal that it died of, interrupts', () => {
  const self = new Self(UNDER_NPM);
  const interrupted = interruption(self);
  jest.advanceTimersByTime(10_000);
  expect(interrupted.aborted).toBe(false);
  self.ppid = 1;
  jest.advanceTimersByTime(1_000);
  expect(interrupted.reason).toEqual(new Error('Interrupted by the end of npm'));
});

test('a task that npm does not run may lose its parent', () => {
  const self = new Self({});
  const interrupted = interruption(self);
  self.ppid = 1;
  jest.advanceTimersByTime(10_000);
  expect(interrupted.aborted).toBe(false);
});
