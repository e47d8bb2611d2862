import { useSyncExternalStore } from 'react';
import { VisuallyHidden } from '@vidlunnia/shared/ui';
import { announcements } from './announcements';

/** Where screen readers hear what changed on the page. */
export function Announcer() {
  const text = useSyncExternalStore(announcements.subscribe, announcements.read, announcements.read);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
