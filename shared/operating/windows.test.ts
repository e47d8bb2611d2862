import { afterEach, expect, jest, test } from '@jest/globals';
import { Windows } from './windows';

afterEach(() => {
  jest.useRealTimers();
});

/** The count after one more request, and the milliseconds until it begins again. */
const countIn = (windows: Windows, key = '192.0.2.1') => {
  let counted: unknown;
  windows.incr(key, (_, result) => (counted = result), 60_000);
  return counted;
};

test('requests are counted for a time, also when the system’s clock is set back', () => {
  jest.useFakeTimers();
  const windows = new Windows();
  expect(countIn(windows)).toEqual({ current: 1, ttl: 60_000 });
  jest.advanceTimersByTime(59_000);
  expect(countIn(windows)).toEqual({ current: 2, ttl: 1_000 });
  expect([countIn(windows, '192.0.2.2'), countIn(windows.child())]).toMatchObject([
    { current: 1 },
    { current: 1 },
  ]);
  jest.setSystemTime(Date.now() - 86_400_000);
  jest.advanceTimersByTime(1_000);
  expect(countIn(windows)).toEqual({ current: 1, ttl: 60_000 });
});

test('the address that was seen longest ago is forgotten after 5,000 others', () => {
  const windows = new Windows();
  for (let address = 0; address < 5_000; address++) countIn(windows, String(address));
  countIn(windows, '0');
  countIn(windows, 'another');
  expect([countIn(windows, '0'), countIn(windows, '1')]).toMatchObject([{ current: 3 }, { current: 1 }]);
});
