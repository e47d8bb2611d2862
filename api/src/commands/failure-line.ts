/** The output of a failed command: the reason in words, without a stack. */
export function failureLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is in use; stop the program that uses it, or choose another port with API_PORT`;
  }
  if (error instanceof AggregateError) return error.errors.map(failureLine).join('\n');
  return error.message || error.name;
}
