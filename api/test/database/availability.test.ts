import { expect, test } from '@jest/globals';
import { isDatabaseUnavailable } from '../../src/database/availability';

const coded = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ['a rejected connection', coded('ECONNREFUSED'), true],
  ['a stopping server', coded('57P01'), true],
  ['too many connections', coded('53300'), true],
  ['a cause deeper down', new Error('Failed query', { cause: coded('08006') }), true],
  ['a closed PGlite', new Error('PGlite is closed'), true],
  ['a broken constraint', coded('23505'), false],
  ['a missing table', new Error('Failed query', { cause: coded('42P01') }), false],
  ['something that is no error', 'ECONNREFUSED', false],
])('%s', (_, error, expected) => {
  expect(isDatabaseUnavailable(error)).toBe(expected);
});
