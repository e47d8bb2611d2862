import { afterEach, expect, jest, test } from '@jest/globals';
import { runNamed } from './run-command';

const commands = { keys: jest.fn<() => Promise<never>>(), rollback: jest.fn<() => Promise<never>>() };
afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  ['rollback --help', /^npm run rollback -- \[VERSION\]\nGoes back/],
  ['--help', /^npm run keys\n[^]*\n\nnpm run rollback -- /],
])('%s prints the usage and runs nothing', async (line, usage) => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  await runNamed(commands, line.split(' '));
  expect(write.mock.calls).toEqual([[expect.stringMatching(usage)]]);
});

test.each([
  ['sell', 'There is no command “sell”; there are keys, rollback'],
  ['rollback --to 1', 'There is no option --to; there are none'],
  ['keys -x', 'keys takes no arguments, such as “-x”'],
])('%s is rejected', async (line, message) => {
  await expect(runNamed(commands, line.split(' '))).rejects.toThrow(message);
  expect(commands.keys).not.toHaveBeenCalled();
});
