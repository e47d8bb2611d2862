import { jest } from '@jest/globals';

/** The output of a command in this process, each write separate. */
export async function written(command: () => Promise<void>): Promise<string[]> {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await command();
    return write.mock.calls.map(([text]) => String(text));
  } finally {
    write.mockRestore();
  }
}
