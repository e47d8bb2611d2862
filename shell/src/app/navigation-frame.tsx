import { Outlet, ScrollRestoration } from 'react-router-dom';
import { POSITIONS_KEY } from '../navigation/saved-positions';
import { useArrival } from '../navigation/use-arrival';
import { useLinkNavigation } from '../navigation/use-link-navigation';

/** Around every header: links become navigation, scrolling is restored. */
export function NavigationFrame() {
  useLinkNavigation();
  useArrival();
  return (
    <>
      <Outlet />
      <ScrollRestoration storageKey={POSITIONS_KEY} />
    </>
  );
}
