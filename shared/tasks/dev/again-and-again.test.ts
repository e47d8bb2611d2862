import { beforeEach, expect, jest, test } from '@jest/globals';
import { againAndAgain } from './again-and-again';

let tell: (names: readonly string[]) => void;
let ended: AbortController;
let waiting: ((names: readonly string[] | null) => void)[];
let queue: (readonly string[])[];
let tellProblem: jest.Mock<(problem: string | null) => void>;

/** Changes as the test tells of them. */
async function* told(): AsyncGenerator<readonly string[]> {
  for (;;) {
    const names =
      queue.shift() ?? (await new Promise<readonly string[] | null>((resolve) => waiting.push(resolve)));
    if (names === null) return;
    yield names;
  }
}
beforeEach(() => {
  [waiting, queue] = [[], []];
  tellProblem = jest.fn();
  ended = new AbortController();
  ended.signal.addEventListener('abort', () => {
    waiting.shift()?.(null);
  });
  tell = (names) => {
    const next = waiting.shift();
    if (next) next(names);
    else queue.push(names);
  };
});

const isOwn = (name: string) => name.startsWith('mfe-blog/');
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('work is done at once, and after changes that concern it alone', async () => {
  const work = jest.fn(() => Promise.resolve());
  const done = againAndAgain(work, isOwn, told(), tellProblem);
  await settle();
  expect(work).toHaveBeenCalledTimes(1);
  tell(['shell/src/client.tsx', 'mfe-blogs/a.ts']);
  await settle();
  expect(work).toHaveBeenCalledTimes(1);
  tell(['shell/src/client.tsx', 'mfe-blog/a.ts']);
  await settle();
  expect(work).toHaveBeenCalledTimes(2);
  ended.abort();
  await done;
});

test('what changes during work is not missed', async () => {
  const work = jest.fn(() => Promise.resolve());
  work.mockImplementationOnce(() => {
    tell(['mfe-blog/a.ts']);
    return Promise.resolve();
  });
  const done = againAndAgain(work, isOwn, told(), tellProblem);
  await settle();
  expect(work).toHaveBeenCalledTimes(2);
  ended.abort();
  await done;
});

test('what fails is told, and tried again after the next change of whatever file', async () => {
  const work = jest.fn(() => Promise.resolve());
  work.mockRejectedValueOnce(new Error('A fault of the test'));
  const done = againAndAgain(work, isOwn, told(), tellProblem);
  await settle();
  expect(tellProblem.mock.calls).toEqual([['A fault of the test']]);
  tell(['shared/ui/new.ts']);
  await settle();
  expect(work).toHaveBeenCalledTimes(2);
  expect(tellProblem.mock.lastCall).toEqual([null]);
  tell(['shared/ui/new.ts']);
  await settle();
  expect(work).toHaveBeenCalledTimes(2);
  ended.abort();
  await done;
});
