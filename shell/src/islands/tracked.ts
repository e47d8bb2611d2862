/**
 * Marks a promise with its outcome as React's `use` does, as soon as it settles: an island whose code and data are there
 * is then rendered at once, without suspending for a moment first.
 * Source: https://react.dev/reference/react/use; the fields are those of React's own `Thenable` type.
 */
export function tracked<Value>(promise: Promise<Value>): Promise<Value> {
  const marked: Promise<Value> & { status?: string; value?: Value; reason?: unknown } = promise;
  if (marked.status !== undefined) return marked;
  marked.status = 'pending';
  marked.then(
    (value) => {
      marked.status = 'fulfilled';
      marked.value = value;
    },
    (reason: unknown) => {
      marked.status = 'rejected';
      marked.reason = reason;
    },
  );
  return marked;
}

/** A promise that `use` reads without waiting. */
export const fulfilled = <Value>(value: Value): Promise<Value> =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value });

/** Whether `use` reads a tracked promise without waiting. */
export const hasSettled = (promise: Promise<unknown> & { status?: string }): boolean =>
  promise.status === 'fulfilled' || promise.status === 'rejected';
