import { useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { VisuallyHidden } from '@vidlunnia/shared/ui';
import { POSITIONS_KEY } from '../navigation/saved-positions';
import { useArrival } from '../navigation/use-arrival';
import { useLinkNavigation } from '../navigation/use-link-navigation';
import { ToastHost } from '../toasts';
import { announcements } from './announcements';

/** Around every page: links become navigation, scrolling is restored, toasts and announcements have their place. */
export function AppFrame() {
  useLinkNavigation();
  useArrival();
  return (
    <>
      <Outlet />
      <ScrollRestoration storageKey={POSITIONS_KEY} />
      <ToastHost />
      <Announcer />
    </>
  );
}

function Announcer() {
  const text = useSyncExternalStore(announcements.subscribe, announcements.read, announcements.read);
  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
