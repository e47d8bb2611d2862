import { setTimeout as pause } from 'node:timers/promises';

/** The result of a promise, or `undefined` if it takes longer than this number of milliseconds. */
export async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  const waiting = new AbortController();
  try {
    return await Promise.race([
      promise,
      pause(milliseconds, undefined, { signal: waiting.signal }).catch(() => undefined),
    ]);
  } finally {
    waiting.abort();
  }
}
