import { expect, jest, test } from '@jest/globals';

const load = jest.fn(() => ({ Combobox: () => null }));
jest.mock('./combobox', load);

test('the code is loaded once for all callers; a failure is retried at the next call', async () => {
  const { comboboxCode } = await import('./combobox-code');
  load.mockImplementationOnce(() => {
    throw new Error('lost');
  });
  expect(load).not.toHaveBeenCalled();
  await comboboxCode.fetch();
  expect([comboboxCode.get(), load.mock.calls.length]).toEqual([undefined, 1]);
  await Promise.all([comboboxCode.fetch(), comboboxCode.fetch()]);
  await comboboxCode.fetch();
  expect([comboboxCode.get(), load.mock.calls.length]).toEqual([expect.any(Function), 2]);
});
