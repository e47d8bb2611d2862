import { expect, jest, test } from '@jest/globals';
import { singleFlight } from './single-flight';

function flights() {
  const landings: (() => void)[] = [];
  const work = jest.fn(
    (key: string) =>
      new Promise<string>((resolve) => {
        landings.push(() => {
          resolve(`${key} ${String(landings.length)}`);
        });
      }),
  );
  return { work, fly: singleFlight(work), land: () => landings.at(-1)?.() };
}

test('who asks while the same is under way gets its outcome', async () => {
  const { work, fly, land } = flights();
  const both = Promise.all([fly('a'), fly('a')]);
  land();
  await expect(both).resolves.toEqual(['a 1', 'a 1']);
  expect(work).toHaveBeenCalledTimes(1);
});

test('different keys do not share a flight', () => {
  const { work, fly } = flights();
  void fly('a');
  void fly('b');
  expect(work.mock.calls).toEqual([['a'], ['b']]);
});

test('a failure reaches all who asked and is not remembered', async () => {
  const work = jest.fn<(key: string) => Promise<string>>();
  work.mockRejectedValueOnce(new Error('down')).mockResolvedValueOnce('up');
  const fly = singleFlight(work);
  const both = await Promise.allSettled([fly('a'), fly('a')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(fly('a')).resolves.toBe('up');
  expect(work).toHaveBeenCalledTimes(2);
});
