import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { deferred } from '../../testing/islands';
import { withDeadline } from './deadline';

const reason = () => new Error('too late');

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('what settles in time settles as it is, and no timer is left', async () => {
  await expect(withDeadline(Promise.resolve('there'), 100, reason)).resolves.toBe('there');
  await expect(withDeadline(Promise.reject(new Error('broken')), 100, reason)).rejects.toThrow('broken');
  expect(jest.getTimerCount()).toBe(0);
});

test('what has not settled by the deadline is rejected then, and not before', async () => {
  const settled = jest.fn();
  const promise = withDeadline(new Promise(() => undefined), 100, reason).catch(settled);
  await jest.advanceTimersByTimeAsync(99);
  expect(settled).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledWith(new Error('too late'));
  await promise;
});

test('what is rejected after its deadline troubles nobody', async () => {
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  const slow = deferred<never>();
  const promise = withDeadline(slow.promise, 100, reason).catch(() => undefined);
  await jest.advanceTimersByTimeAsync(100);
  await promise;
  slow.reject(new Error('later still'));
  jest.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 0));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
