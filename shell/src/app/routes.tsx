import type { RouteObject } from 'react-router-dom';
import type { IslandStore } from '../islands/island-lifecycle';
import { pageAt } from '../pages/pages';
import { App } from './app';
import type { ServedPage } from './served-page';

/**
 * One route: `pageAt` alone knows which page is at an address. Its loader loads all of a page's islands at once and
 * waits for none: the page is shown as they come.
 */
export const createRoutes = (store: IslandStore, served: ServedPage | null): RouteObject[] => [
  {
    id: 'site',
    path: '*',
    element: <App served={served} />,
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

/** Has the router take the first page as loaded. */
export const FIRST_PAGE = { loaderData: { site: null } };

/** Loads all islands of a page, unless it is the one that came from the server. */
export function openPage(pathname: string, store: IslandStore, served: ServedPage | null): void {
  const page = pageAt(pathname);
  if (!served?.shows(page)) void store.open(page);
}
