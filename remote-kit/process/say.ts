import { messageOf } from './errors';

/** A line of progress. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Ends a task with its reason in words. */
export function failTask(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
