import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { PageServicesProvider, type PageServices } from '../islands/island';
import { pageAt } from '../pages/pages';
import { createRoutes, ServedPage } from './app';

/** Makes header, navigation and footer live. `isComplete` tells whether the server rendered every part of the page. */
export function startBrowserApp(services: Omit<PageServices, 'mode'>, isComplete: boolean): void {
  const root = document.getElementById('root');
  const main = document.getElementById('main');
  if (!root || !main) throw new Error('The document has no #root with #main');
  const served = new ServedPage(main, isComplete);
  // With data, even empty, the router takes the first page as loaded, and the browser scrolls it.
  const router = createBrowserRouter(createRoutes(served), { hydrationData: {} });
  // Loads a link's page before the click.
  window.starter.onPointed = (pathname) => {
    const page = pageAt(pathname);
    if (!served.shows(page)) void services.store.open(page);
  };
  hydrateRoot(
    root,
    <StrictMode>
      <PageServicesProvider value={{ ...services, mode: { kind: 'tree' } }}>
        <RouterProvider router={router} />
      </PageServicesProvider>
    </StrictMode>,
  );
}
