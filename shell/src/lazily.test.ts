import { expect, jest, test } from '@jest/globals';
import { deferred } from '../testing/islands';
import { lazily } from './lazily';

test('nothing is loaded before somebody asks, and then once for all', async () => {
  const code = deferred<string>();
  const load = jest.fn(() => code.promise);
  const get = lazily(load);
  expect(load).not.toHaveBeenCalled();
  const asked = [get(), get()];
  code.resolve('луна');
  expect(await Promise.all([...asked, get()])).toEqual(['луна', 'луна', 'луна']);
  expect(load).toHaveBeenCalledTimes(1);
});

test('what did not arrive is told to all who asked, and asked for again by the next', async () => {
  const load = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('404'));
  const get = lazily(load.mockResolvedValueOnce('луна'));
  const asked = await Promise.allSettled([get(), get()]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await get()).toBe('луна');
  expect(load).toHaveBeenCalledTimes(2);
});
