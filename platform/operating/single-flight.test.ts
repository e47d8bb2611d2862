import { expect, jest, test } from '@jest/globals';
import { singleFlight } from './single-flight';

test('a call shares the outcome only of a pending call with the same key', async () => {
  const work = jest.fn((key: string) => Promise.resolve(key.toUpperCase()));
  const fly = singleFlight(work);
  await expect(Promise.all([fly('a'), fly('a'), fly('b')])).resolves.toEqual(['A', 'A', 'B']);
  expect(work.mock.calls).toEqual([['a'], ['b']]);
});

test('a failure reaches all callers and is not cached', async () => {
  const work = jest.fn<(key: string) => Promise<string>>();
  work.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce('up');
  const fly = singleFlight(work);
  const both = await Promise.allSettled([fly('a'), fly('a')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(fly('a')).resolves.toBe('up');
});
