import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { deferred } from '../../testing/islands';
import { fulfilled, tracked } from './tracked';

const unhandled = jest.fn();
beforeEach(() => {
  unhandled.mockReset();
  process.on('unhandledRejection', unhandled);
});
afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('a tracked promise is the same promise, marked as pending and then with its value', async () => {
  const { promise, resolve } = deferred<number>();
  expect(tracked(promise)).toBe(promise);
  expect(promise).toMatchObject({ status: 'pending' });
  resolve(1);
  await promise;
  expect(promise).toMatchObject({ status: 'fulfilled', value: 1 });
});

test('a rejected one is marked with its reason, and troubles nobody who does not wait for it', async () => {
  const reason = new Error('404');
  const promise = tracked(Promise.reject(reason));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(promise).toMatchObject({ status: 'rejected', reason });
});

test('a promise that React tracks already is left to it', async () => {
  const promise = Object.assign(Promise.resolve(1), { status: 'pending' });
  await tracked(promise);
  expect(promise.status).toBe('pending');
});

test('a fulfilled one is read at once', async () => {
  const promise = fulfilled(1);
  expect(promise).toMatchObject({ status: 'fulfilled', value: 1 });
  expect(await promise).toBe(1);
});
