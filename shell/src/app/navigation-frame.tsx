import type { ReactNode } from 'react';
import { ScrollRestoration } from 'react-router-dom';
import { POSITIONS_KEY } from '../navigation/saved-positions';
import { useArrival } from '../navigation/use-arrival';
import { useLinkNavigation } from '../navigation/use-link-navigation';
import { useServiceLinks } from './use-service-links';

/** Around the header: links become navigation, scrolling is restored. */
export function NavigationFrame({ children }: { readonly children: ReactNode }) {
  useLinkNavigation();
  useArrival();
  useServiceLinks();
  return (
    <>
      {children}
      <ScrollRestoration storageKey={POSITIONS_KEY} />
    </>
  );
}
