import { expect, test } from '@jest/globals';
import { readEdited } from './content-check';

test('all that the owner edits is valid', async () => {
  await expect(readEdited()).resolves.toMatchObject({ drafts: true });
});
