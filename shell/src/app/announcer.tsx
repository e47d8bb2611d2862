import { useSyncExternalStore } from 'react';
import { VisuallyHidden } from '@vidlunnia/ui';

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

/** Where screen readers hear what changed on the page. */
export function Announcer() {
  const text = useSyncExternalStore(announcements.subscribe, announcements.read, announcements.read);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
