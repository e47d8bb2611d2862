import { createProgress } from './progress';
import { messageOf } from './errors';

/** `say` is one line of progress. */
export const { say, during } = createProgress(process.stdout);

/** Ends a task with its reason in words. */
export function failTask(error: unknown): never {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
