import { createProgress } from './progress';

/** `say` is one line of progress. */
export const { say, during } = createProgress(process.stdout);

/** Ends a task with its reason in words. */
export function failTask(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
