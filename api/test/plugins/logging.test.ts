import { expect, test } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describeError } from '../../src/plugins/logging';

test('errors of the database are logged without the quoted values', () => {
  const cause = Object.assign(new Error('invalid input: olena@example.com'), {
    code: '22P02',
    severity: 'ERROR',
  });
  const described = describeError(new DrizzleQueryError('insert', ['olena@example.com'], cause));
  expect(JSON.stringify(described)).not.toContain('olena');
  expect(described).toMatchObject({
    cause: { code: '22P02' },
    stack: expect.stringContaining('logging.test'),
  });
});
