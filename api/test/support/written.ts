import { jest } from '@jest/globals';

/** What a command, run in this process, writes. */
export const written = async (command: () => Promise<void>): Promise<string> =>
  (await writesOf(command)).join('');

/** The same, each write by itself. */
export async function writesOf(command: () => Promise<void>): Promise<string[]> {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    await command();
    return write.mock.calls.map(([text]) => String(text));
  } finally {
    write.mockRestore();
  }
}
