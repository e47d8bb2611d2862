/** The output of a failed command: the reason in words, without a stack. */
export function failureLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError) return error.errors.map(failureLine).join('\n');
  return error.message || error.name;
}
