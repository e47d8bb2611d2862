import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Child } from '@vidlunnia/remote-kit/process/run';
import { watch } from './watch';

let said: jest.SpiedFunction<typeof process.stdout.write>;
beforeEach(() => {
  said = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** A package that runs until it is ended, and can be restarted. */
function run(folder: string) {
  const interrupted = new AbortController();
  const children = new Map<string, Child>();
  let end: (how: string) => void = () => undefined;
  const restart = jest.fn((name: string) => {
    const ended = new Promise<string>((resolve) => (end = resolve));
    children.set(name, { name, ended } as Child);
    return Promise.resolve();
  });
  void restart(folder);
  restart.mockClear();
  const wait = jest.fn<(ms: number) => Promise<unknown>>().mockResolvedValue(undefined);
  const over = watch(folder, { children, restart }, interrupted.signal, wait);
  const kill = () => {
    end('signal SIGKILL');
    return new Promise(setImmediate);
  };
  return { over, interrupted, restart, wait, kill };
}

test('the end of the shell is an error: there is no site without it', async () => {
  const { over, kill } = run('shell');
  void kill();
  await expect(over).rejects.toThrow(
    'shell has ended (signal SIGKILL), and no page can be served without it; the rest is stopped',
  );
});

test('another package is restarted, even after failed attempts, with waits that double up to a minute', async () => {
  const { over, interrupted, restart, wait, kill } = run('api');
  restart.mockRejectedValueOnce(new Error('ended before it was ready'));
  await kill();
  expect(said.mock.calls[0]).toEqual([
    'api has ended (signal SIGKILL); the site goes on as well as it can without it, and starts it again in 1 s\n',
  ]);
  for (let time = 0; time < 6; time++) await kill();
  expect(wait.mock.calls.flat()).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000));
  expect(restart).toHaveBeenCalledTimes(8);
  // After a minute of work, waits start from the beginning.
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001);
  await kill();
  now.mockRestore();
  expect(wait.mock.calls.at(-1)).toEqual([1_000]);
  interrupted.abort();
  await kill();
  await over;
  expect(restart).toHaveBeenCalledTimes(9);
});

test('an interruption ends a wait', async () => {
  const { over, interrupted, restart, wait, kill } = run('api');
  wait.mockImplementation(() => {
    interrupted.abort();
    return Promise.reject(new Error('interrupted'));
  });
  await kill();
  await over;
  expect(restart).not.toHaveBeenCalled();
});
