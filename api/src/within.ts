import { setTimeout as pause } from 'node:timers/promises';

/** What a promise gives, or `undefined` when that takes longer than so many milliseconds. */
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
