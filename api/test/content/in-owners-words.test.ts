import { expect, test } from '@jest/globals';
import { inOwnersWords } from '../../src/content/in-owners-words';

const refusal = (code: string) => Object.assign(new Error(`${code}: write`), { code });

test.each([
  [
    'of the disk',
    refusal('ENOSPC'),
    'На\u00a0диску немає місця; звільніть його й\u00a0повторіть (ENOSPC: write)',
  ],
  ['of the content’s folder', new Error('', { cause: refusal('EROFS') }), /^Немає права .*; дайте його й/],
  ['of another kind', new Error('Є помилки'), 'Є помилки'],
])('the owner reads an error %s in Ukrainian with its remedy', async (_, error, message) => {
  await expect(inOwnersWords(() => Promise.reject(error))()).rejects.toThrow(message);
});
