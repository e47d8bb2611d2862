import { expect, test } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describeError } from '../../src/plugins/logging';

test('errors of the database are logged without the quoted values', () => {
  const ofPostgres = { code: '22P02', severity: 'ERROR' };
  const cause = Object.assign(new Error('invalid input: olena@example.com'), ofPostgres);
  const described = describeError(new DrizzleQueryError('insert', ['olena@example.com'], cause));
  expect(JSON.stringify(described)).not.toContain('olena');
  const stack = expect.stringContaining('logging.test');
  expect(described).toMatchObject({ cause: { code: '22P02' }, stack });
});
