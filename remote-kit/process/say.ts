import { messageOf } from '@vidlunnia/settings/errors';

/** Prints a line of progress. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Ends a task with an error message. */
export function failTask(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
