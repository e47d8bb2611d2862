import { expect, jest, test } from '@jest/globals';
import { watch } from './watch';

/** Parts that run until they are ended, and again when they are started again. */
function site(...names: string[]) {
  const said: string[] = [];
  const interrupted = new AbortController();
  const ends = new Map<string, (how: string) => void>();
  const children = new Map<string, { readonly name: string; readonly ended: Promise<string> }>();
  const restart = jest.fn((name: string) => {
    const ended = new Promise<string>((resolve) => ends.set(name, resolve));
    children.set(name, { name, ended });
    return Promise.resolve();
  });
  for (const name of names) void restart(name);
  restart.mockClear();
  const wait = jest.fn<(ms: number) => Promise<void>>().mockResolvedValue(undefined);
  const means = { tell: (line: string) => void said.push(line), wait };
  const watching = Promise.race(watch({ children, restart }, interrupted.signal, means));
  return {
    watching,
    said,
    interrupted,
    restart,
    wait,
    end: (name: string) => ends.get(name)?.('signal SIGKILL'),
  };
}

const tick = () => new Promise(setImmediate);

test('without the shell there is no site: when it ends, that is an error which says so', async () => {
  const { watching, end } = site('api', 'shell');
  end('shell');
  await expect(watching).rejects.toThrow(
    'shell has ended (signal SIGKILL), and no page can be served without it; the rest is stopped',
  );
});

test('when another part ends, the site goes on and starts it again, after waits that double', async () => {
  const { watching, said, interrupted, restart, wait, end } = site('api', 'shell');
  for (let time = 0; time < 8; time++) {
    end('api');
    await tick();
  }
  expect(said[0]).toBe(
    'api has ended (signal SIGKILL); the site goes on as well as it can without it, and starts it again in 1 s',
  );
  expect(wait.mock.calls.flat()).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  expect(restart.mock.calls).toEqual(Array.from({ length: 8 }, () => ['api']));
  // After a minute of work the waits begin anew.
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_001);
  end('api');
  await tick();
  now.mockRestore();
  expect(wait.mock.calls.at(-1)).toEqual([1_000]);
  interrupted.abort();
  end('api');
  await watching;
  expect(said).toHaveLength(9);
});

test('one that cannot be started is tried again; who interrupts waits for nothing', async () => {
  const { watching, interrupted, restart, wait, end } = site('api', 'shell');
  restart.mockRejectedValueOnce(new Error('ended before it was ready'));
  end('api');
  await tick();
  expect(restart).toHaveBeenCalledTimes(2);
  wait.mockImplementation(() => {
    interrupted.abort();
    return Promise.reject(new Error('interrupted'));
  });
  end('api');
  await watching;
  expect(restart).toHaveBeenCalledTimes(2);
});
