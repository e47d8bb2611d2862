import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { keyEntry } from '../navigation/entry-key';
import { whenLinkIsPointedAt } from '../navigation/when-link-pointed-at';
import type { Islands } from '../islands/islands';
import type { ServedPage } from './served-page';
import { PageServicesProvider, type PageServices } from '../islands/page-services';
import { BrowserApp } from './browser-app';
import { ROOT_OPTIONS } from '../islands/root-options';
import { createRoutes, openPage, refreshPage, SITE_ROUTE } from './routes';
import { whenVisitorReturns } from './when-visitor-returns';

interface Options {
  readonly services: PageServices;
  readonly served: ServedPage | null;
  /** The islands of the page that came from the server. */
  readonly islands: Pick<Islands, 'refresh'>;
}

/** Makes header, navigation and footer live, or the whole page where the server left it to the browser. */
export function startBrowserApp({ services, served, islands }: Options): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The document has no #root');
  keyEntry();
  const router = createBrowserRouter(
    createRoutes(services.store, served),
    served ? { hydrationData: { loaderData: { [SITE_ROUTE]: null } } } : {},
  );
  whenLinkIsPointedAt((pathname) => {
    openPage(pathname, services.store, served);
  });
  const app = (
    <StrictMode>
      <PageServicesProvider value={services}>
        <BrowserApp router={router} served={served} />
      </PageServicesProvider>
    </StrictMode>
  );
  if (served) hydrateRoot(root, app, ROOT_OPTIONS);
  else createRoot(root, ROOT_OPTIONS).render(app);
  whenVisitorReturns(() => {
    refreshPage(router.state.location.pathname, services.store, served, islands);
  });
}
