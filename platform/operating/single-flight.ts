/**
 * Deduplicates concurrent calls: a call gets the outcome of an unfinished call with the same key. Outcomes are not cached.
 */
export function singleFlight<Key, Rest extends readonly unknown[], Value>(
  work: (key: Key, ...rest: Rest) => Promise<Value>,
): (key: Key, ...rest: Rest) => Promise<Value> {
  const pending = new Map<Key, Promise<Value>>();
  return (key, ...rest) => {
    const earlier = pending.get(key);
    if (earlier) return earlier;
    const call = work(key, ...rest).finally(() => pending.delete(key));
    pending.set(key, call);
    return call;
  };
}

/** A mutex: the returned function runs tasks one at a time, in order. */
export function createMutex(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
