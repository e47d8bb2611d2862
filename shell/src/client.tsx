import '@vidlunnia/shared/ui/global.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router-dom';
import { createBrowserApi } from './api/browser-api';
import { announcements } from './app/announcements';
import { BrowserApp } from './app/browser-app';
import { readJson } from './app/embedded-json';
import { createRoutes, SITE_ROUTE } from './app/routes';
import { adoptPage } from './pages/adopt-page';
import { PAGE_STATE_ELEMENT, type PageState } from './pages/page-state';
import { PartServicesProvider } from './parts/part-services';
import { PartStore } from './parts/part-store';
import { createBrowserLoader } from './remotes/browser-loader';
import { RemoteError } from './remotes/errors';

/** Milliseconds after which the page goes on without a part's data; the API client's own time-out is shorter. */
const DATA_DEADLINE = 10_000;

const api = createBrowserApi();
const store = new PartStore({
  loader: createBrowserLoader(),
  api,
  dataDeadline: DATA_DEADLINE,
  log: (message, error) => {
    console.error(message, error);
  },
});
const root = document.getElementById('root');
if (!root) throw new Error('The document has no #root');
const rendered = root.hasChildNodes();
const { parts, submission } = readJson<PageState>(PAGE_STATE_ELEMENT) ?? { parts: {}, submission: null };
// A form that was refused is answered under the API's address, which is no page's.
if (submission?.accepted === false) window.history.replaceState(null, '', `/${window.location.hash}`);
adoptPage(store, window.location.pathname, parts);

const services = {
  store,
  api,
  announce: announcements.say,
  submission,
  settled: false,
};
const router = createBrowserRouter(
  createRoutes(store),
  rendered ? { hydrationData: { loaderData: { [SITE_ROUTE]: null } } } : {},
);
const app = (
  <StrictMode>
    <PartServicesProvider value={services}>
      <BrowserApp router={router} />
    </PartServicesProvider>
  </StrictMode>
);
const options = {
  onCaughtError: (error: unknown) => {
    // A part that could not be loaded was logged where it happened.
    if (!(error instanceof RemoteError)) console.error(error);
  },
};
if (rendered) hydrateRoot(root, app, options);
else createRoot(root, options).render(app);
