import { expect, test } from '@jest/globals';
import { contentProblems } from './content-check';

test('all that the owner edits is valid', async () => {
  expect(await contentProblems()).toEqual([]);
});
