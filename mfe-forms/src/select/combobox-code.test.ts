import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createOnDemand } from './combobox-code';

const load = jest.fn<() => Promise<string>>();
const logged = jest.spyOn(console, 'error');
beforeEach(() => {
  load.mockReset();
  logged.mockReset().mockImplementation(() => undefined);
});
afterEach(() => {
  logged.mockReset();
});

test('code is loaded at the first request, once for all callers', async () => {
  load.mockResolvedValue('code');
  const code = createOnDemand(load);
  expect([code.get(), load.mock.calls.length]).toEqual([undefined, 0]);
  await Promise.all([code.fetch(), code.fetch()]);
  await code.fetch();
  expect([code.get(), load.mock.calls.length]).toEqual(['code', 1]);
});

test('failed code is loaded once more at the next request', async () => {
  load.mockRejectedValueOnce(new Error('lost')).mockResolvedValue('code');
  const code = createOnDemand(load);
  await code.fetch();
  expect([code.get(), load.mock.calls.length]).toEqual([undefined, 1]);
  await code.fetch();
  expect([code.get(), load.mock.calls.length]).toEqual(['code', 2]);
  expect(logged).not.toHaveBeenCalled();
});

test('code that failed twice is not loaded again, which is logged once', async () => {
  load.mockRejectedValue(new Error('lost'));
  const code = createOnDemand(load);
  for (let times = 0; times < 4; times++) await code.fetch();
  expect([code.get(), load.mock.calls.length, logged.mock.calls.length]).toEqual([undefined, 2, 1]);
});
