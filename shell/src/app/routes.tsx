import { useLocation, type RouteObject } from 'react-router-dom';
import { HomeHeader, PostHeader, useCurrentSection } from '../header';
import type { Islands } from '../islands/islands';
import type { IslandStore } from '../islands/island-store';
import { forEachIsland, pageAt } from '../pages/pages';
import type { ServedPage } from './served-page';
import { NavigationFrame } from './navigation-frame';
import { PartBoundary } from './part-boundary';

/** Id of the route around all pages; its loader loads nothing that would have to travel with the page. */
export const SITE_ROUTE = 'site';

/**
 * One route: which page stands at an address, `pageAt` alone says. Its loader starts all of a page's islands at once and
 * waits for none: the page is shown as it arrives. What came from the server is there.
 */
export const createRoutes = (store: IslandStore, served: ServedPage | null = null): RouteObject[] => [
  {
    id: SITE_ROUTE,
    path: '*',
    element: (
      <NavigationFrame>
        <PartBoundary>
          <PageHeader />
        </PartBoundary>
      </NavigationFrame>
    ),
    // Not the router's own page, which shows the error in English.
    errorElement: <></>,
    loader: ({ request }) => {
      const { pathname } = new URL(request.url);
      served?.leaveFor(pageAt(pathname));
      openPage(pathname, store, served);
      return null;
    },
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  },
];

/** Starts all islands of a page, unless it is the one that came from the server. */
export function openPage(pathname: string, store: IslandStore, served: ServedPage | null): void {
  const page = pageAt(pathname);
  if (!served?.shows(page)) forEachIsland(page, store.zones, ({ id, params }) => void store.open(id, params));
}

/** Has a page show newer data where what it shows is old. */
export function refreshPage(
  pathname: string,
  store: IslandStore,
  served: ServedPage | null,
  islands: Pick<Islands, 'refresh'>,
): void {
  const page = pageAt(pathname);
  if (served?.shows(page)) void islands.refresh();
  else forEachIsland(page, store.zones, ({ id, params }) => void store.refresh(id, params));
}

function PageHeader() {
  return pageAt(useLocation().pathname).kind === 'home' ? <HomePageHeader /> : <PostHeader />;
}

/** On its own, so that scrolling renders the header alone. */
function HomePageHeader() {
  return <HomeHeader currentSection={useCurrentSection()} />;
}
