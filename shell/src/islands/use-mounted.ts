import { useEffect } from 'react';

const survivors = new WeakSet<object>();

/** Remembers of an attempt that it was mounted, its effects and all, without a crash; calls `onLive` then. */
export function useMounted(attempt: object, onLive?: () => void): void {
  useEffect(() => {
    // A crash in another effect of the same commit unmounts this one before the timer fires.
    const timer = setTimeout(() => {
      survivors.add(attempt);
      onLive?.();
    }, 0);
    return () => {
      clearTimeout(timer);
    };
  }, [attempt, onLive]);
}

/** Whether an attempt was mounted: what crashes later may hold what a visitor typed. */
export const hasMounted = (attempt: object): boolean => survivors.has(attempt);
