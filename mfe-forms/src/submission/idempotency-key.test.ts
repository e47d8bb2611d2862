import { expect, test } from '@jest/globals';
import { createIdempotencyKeys } from './idempotency-key';

test('a key is a random UUID', () => {
  const key = () => createIdempotencyKeys().keyFor({ name: 'Оля' });
  expect(key()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(key()).not.toBe(key());
});
