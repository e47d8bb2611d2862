import { afterEach, expect, jest, test } from '@jest/globals';
import { RateLimitStore } from './rate-limit-store';

afterEach(() => {
  jest.useRealTimers();
});

/** The count after one more request, and the milliseconds until it begins again. */
const countIn = (store: RateLimitStore, key = '192.0.2.1') => {
  let counted: unknown;
  store.incr(key, (_, result) => (counted = result), 60_000);
  return counted;
};

test('requests are counted for a time, also when the system’s clock is set back', () => {
  jest.useFakeTimers();
  // The cache takes the time 0 for none.
  jest.advanceTimersByTime(1);
  const store = new RateLimitStore();
  expect(countIn(store)).toEqual({ current: 1, ttl: 60_000 });
  jest.advanceTimersByTime(59_000);
  expect(countIn(store)).toEqual({ current: 2, ttl: 1_000 });
  expect([countIn(store, '192.0.2.2'), countIn(store.child())]).toMatchObject([
    { current: 1 },
    { current: 1 },
  ]);
  jest.setSystemTime(Date.now() - 86_400_000);
  jest.advanceTimersByTime(1_001);
  expect(countIn(store)).toEqual({ current: 1, ttl: 60_000 });
});

test('the address that was seen longest ago is forgotten after 5,000 others', () => {
  const store = new RateLimitStore();
  for (let address = 0; address < 5_000; address++) countIn(store, String(address));
  countIn(store, '0');
  countIn(store, 'another');
  expect([countIn(store, '0'), countIn(store, '1')]).toMatchObject([{ current: 3 }, { current: 1 }]);
});
