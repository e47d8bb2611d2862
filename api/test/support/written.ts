import { jest } from '@jest/globals';

/** What a command in this process writes to its standard output, each write separate. */
export async function written(command: () => Promise<void>): Promise<string[]> {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const note = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await command();
    return write.mock.calls.map(([text]) => String(text));
  } finally {
    write.mockRestore();
    note.mockRestore();
  }
}
