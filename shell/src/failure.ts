/** A failure: the id of the remote or section, the stage, and a reason for operators of the site. */
export interface Failure {
  id: string;
  stage: 'discover' | 'download' | 'verify' | 'load' | 'data' | 'render' | 'hydrate';
  reason: string;
}

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
