import { expect, test } from '@jest/globals';
import { watch } from './watch';

/** Parts that run until they are ended. */
function site(...names: string[]) {
  const said: string[] = [];
  const interrupted = new AbortController();
  const ends = new Map<string, (how: string) => void>();
  const children = new Map(
    names.map((name) => {
      const ended = new Promise<string>((resolve) => ends.set(name, resolve));
      return [name, { name, ended }];
    }),
  );
  const watching = Promise.race(watch({ children }, interrupted.signal, (line) => said.push(line)));
  return { watching, said, interrupted, end: (name: string) => ends.get(name)?.('signal SIGKILL') };
}

test('without the shell there is no site: when it ends, that is an error which says so', async () => {
  const { watching, end } = site('api', 'shell');
  end('shell');
  await expect(watching).rejects.toThrow(
    'shell has ended (signal SIGKILL), and no page can be served without it; the rest is stopped',
  );
});

test('when another part ends, the site goes on until it is interrupted', async () => {
  const { watching, said, interrupted, end } = site('mfe-blog', 'shell');
  let over = false;
  void watching.then(() => (over = true));
  end('mfe-blog');
  await new Promise(setImmediate);
  expect(said).toEqual([
    'mfe-blog has ended (signal SIGKILL); the site goes on as well as it can without it',
  ]);
  expect(over).toBe(false);
  interrupted.abort();
  await watching;
});

test('a part that ends because it was asked to is nothing to tell', async () => {
  const { watching, said, interrupted, end } = site('mfe-blog', 'shell');
  interrupted.abort();
  end('mfe-blog');
  end('shell');
  await watching;
  expect(said).toEqual([]);
});
