import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { PageServicesProvider, type PageServices } from '../islands/page-services';
import { whenLinkIsPointedAt } from '../navigation/links';
import { createRoutes, FIRST_PAGE, openPage } from './routes';
import type { ServedPage } from './served-page';

/** Makes header, navigation and footer live. */
export function startBrowserApp(services: PageServices, served: ServedPage): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no #root');
  const { store } = services;
  const router = createBrowserRouter(createRoutes(store, served), { hydrationData: FIRST_PAGE });
  whenLinkIsPointedAt((pathname) => {
    openPage(pathname, store, served);
  });
  hydrateRoot(
    root,
    <StrictMode>
      <PageServicesProvider value={services}>
        <RouterProvider router={router} />
      </PageServicesProvider>
    </StrictMode>,
  );
}
