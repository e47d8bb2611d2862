import { useSyncExternalStore, type ComponentType } from 'react';

const listeners = new Set<() => void>();
let Host: ComponentType | null = null;

/** Has the page show toasts from now on; they are code that only remotes need. */
export function provideToastHost(host: ComponentType): void {
  Host = host;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where toasts appear, once somebody may call for one; those that came earlier wait for it. */
export function LateToastHost() {
  const Provided = useSyncExternalStore(
    subscribe,
    () => Host,
    () => null,
  );
  return Provided && <Provided />;
}
