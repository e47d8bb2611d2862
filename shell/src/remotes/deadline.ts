/** Rejects with `reason()` when `promise` has not settled within `milliseconds`. */
export function withDeadline<Value>(
  promise: Promise<Value>,
  milliseconds: number,
  reason: () => Error,
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(reason());
    }, milliseconds);
  });
  return Promise.race([promise, deadline]).finally(() => {
    clearTimeout(timer);
  });
}
