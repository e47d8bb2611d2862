import { EventEmitter } from 'node:events';
import { expect, jest, test } from '@jest/globals';
import { Cleanup, endWith, interruption } from './task';

/** The parts of a process that are used, with or without npm as its parent. */
const startProcess = (env: NodeJS.ProcessEnv) =>
  Object.assign(new EventEmitter(), { env, ppid: 100 }) as unknown as NodeJS.Process & { ppid: number };

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s interrupts', (name) => {
  const self = startProcess({});
  const interrupted = interruption(self);
  expect(interrupted.aborted).toBe(false);
  self.emit(name);
  expect(interrupted.reason).toEqual(new Error(`Interrupted by ${name}`));
});

test.each([
  ['the end of npm, which may not pass on the signal that it died of, interrupts', 'start', true],
  ['a task that npm does not run may lose its parent', undefined, false],
])('%s', (_, event, aborted) => {
  jest.useFakeTimers();
  const self = startProcess({ npm_lifecycle_event: event });
  const interrupted = interruption(self);
  jest.advanceTimersByTime(10_000);
  expect(interrupted.aborted).toBe(false);
  self.ppid = 1;
  jest.advanceTimersByTime(1_000);
  expect(interrupted.aborted).toBe(aborted);
  jest.useRealTimers();
});

test('a task that was interrupted fails with that reason', async () => {
  const exit = jest.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  await endWith(
    Promise.reject(new Error('A build was ended')),
    AbortSignal.abort(new Error('Interrupted by SIGINT')),
  );
  expect([exit.mock.calls, written.mock.calls]).toEqual([[[1]], [['Interrupted by SIGINT\n']]]);
  exit.mockRestore();
  written.mockRestore();
});

test('everything ends, the last part first, even after one fails to end', async () => {
  const ended: string[] = [];
  const cleanup = new Cleanup();
  for (const name of ['first', 'second', 'third'])
    cleanup.defer(() => {
      ended.push(name);
      if (name === 'third') throw new Error('It cannot be ended');
    });
  await expect(cleanup.run()).rejects.toThrow('It cannot be ended');
  expect(ended).toEqual(['third', 'second', 'first']);
});
