import { expect, test } from '@jest/globals';
import { isDatabaseUnavailable } from '../../src/database/availability';

const coded = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ['a rejected connection', coded('ECONNREFUSED'), true],
  ['a stopping server', coded('57P01'), true],
  ['too many connections', coded('53300'), true],
  ['a full disk', coded('53100'), true],
  ['a failing disk', coded('58030'), true],
  ['a database that only reads', coded('25006'), true],
  ['an embedded database that has panicked', Object.assign(coded('24000'), { severity: 'PANIC' }), true],
  ['a cause deeper down', new Error('Failed query', { cause: coded('08006') }), true],
  ['a closed PGlite', new Error('PGlite is closed'), true],
  ['a broken constraint', coded('23505'), false],
  ['a missing table', new Error('Failed query', { cause: coded('42P01') }), false],
  ['something that is no error', 'ECONNREFUSED', false],
])('%s: the database is unavailable: %s', (_, error, expected) => {
  expect(isDatabaseUnavailable(error)).toBe(expected);
});
