/** The message of an error. Checks only its shape, since errors in tests are of another realm. */
export const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);

/**
 * The system's code of an error, such as `ENOENT`. Checks only its shape, since errors in tests are of another realm.
 */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** An error's name, such as `TimeoutError`, also by its shape; empty when it has none. */
export const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';

/** Why a request got no response: the system's code, else the message. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const code = 'cause' in error ? codeOf(error.cause) : undefined;
  return code ?? ('message' in error ? String(error.message) : 'for no known reason');
}
