const listeners = new Set<() => void>();
let current = '';

/** The last thing said to screen readers. */
export const announcements = {
  say: (text: string): void => {
    current = text;
    for (const listener of listeners) listener();
  },
  read: () => current,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
