import { useSyncExternalStore, type ReactNode } from 'react';

const listeners = new Set<() => void>();
let host: ReactNode = null;

/** Has the page show toasts from now on; they are code that only remotes need. */
export function provideToastHost(element: ReactNode): void {
  host = element;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where toasts appear, once somebody may call for one; those that came earlier wait for it. */
export function LateToastHost() {
  return useSyncExternalStore(
    subscribe,
    () => host,
    () => null,
  );
}
