import { expect, test } from '@jest/globals';
import { Cleanup } from './cleanup';

test('everything ends, the last part first, even after one fails to end', async () => {
  const ended: string[] = [];
  const cleanup = new Cleanup();
  for (const name of ['first', 'second', 'third'])
    cleanup.defer(() => {
      ended.push(name);
      if (name === 'third') throw new Error('It cannot be ended');
    });
  await expect(cleanup.run()).rejects.toThrow('It cannot be ended');
  expect(ended).toEqual(['third', 'second', 'first']);
});
