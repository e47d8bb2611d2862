import { jest } from '@jest/globals';

/** What a command in this process writes, each write separate. */
export async function written(
  command: () => Promise<void>,
  stream: 'stdout' | 'stderr' = 'stdout',
): Promise<string[]> {
  const spies = {
    stdout: jest.spyOn(process.stdout, 'write').mockReturnValue(true),
    stderr: jest.spyOn(process.stderr, 'write').mockReturnValue(true),
  };
  try {
    await command();
    return spies[stream].mock.calls.map(([text]) => String(text));
  } finally {
    for (const spy of Object.values(spies)) spy.mockRestore();
  }
}
