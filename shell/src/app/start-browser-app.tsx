import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { PageServicesProvider, type PageServices } from '../islands/page-services';
import { pageAt } from '../pages/pages';
import { createRoutes } from './app';
import type { ServedPage } from './served-page';

/** Makes header, navigation and footer live. */
export function startBrowserApp(services: PageServices, served: ServedPage): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no #root');
  // With data, even empty, the router treats the first page as loaded, and leaves scrolling to the browser.
  const router = createBrowserRouter(createRoutes(served), { hydrationData: {} });
  // Loads its page before the click.
  window.starter.onPointed = (pathname) => {
    const page = pageAt(pathname);
    if (!served.shows(page)) void services.store.open(page);
  };
  hydrateRoot(
    root,
    <StrictMode>
      <PageServicesProvider value={services}>
        <RouterProvider router={router} />
      </PageServicesProvider>
    </StrictMode>,
  );
}
