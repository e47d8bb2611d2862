import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { PageServicesProvider, type PageServices } from '../../page/islands/island';
import type { SiteFrame } from '../../site';
import { createRoutes, ServedPage } from './app';

/** Makes the frame and navigation live. `isComplete` tells whether the server rendered every part of the page. */
export function startApp(
  frame: SiteFrame,
  services: Omit<PageServices, 'mode'>,
  isComplete: boolean,
  onPointed: (pathname: string) => void,
): void {
  const { site, store } = services;
  const root = document.getElementById('root');
  const main = document.getElementById('main');
  if (!root || !main) throw new Error('The document has no #root with #main');
  const served = new ServedPage(site, main, isComplete);
  // With data, even empty, the router takes the first page as loaded, and the browser scrolls it.
  const router = createBrowserRouter(createRoutes({ frame, served }), { hydrationData: {} });
  // Loads a link's page before the click.
  window.starter.onPointed = (pathname) => {
    const page = site.pageAt(pathname);
    if (served.shows(page)) return;
    onPointed(pathname);
    void store.open(page);
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
