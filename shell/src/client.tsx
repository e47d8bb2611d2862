import '@vidlunnia/shared/ui/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createBrowserApi } from './api/browser-api';
import { announcements } from './app/announcements';
import { createRoutes } from './app/routes';
import { PartServicesProvider } from './parts/part-services';
import { PartStore } from './parts/part-store';
import { createBrowserLoader } from './remotes/browser-loader';
import { RemoteError } from './remotes/errors';

const api = createBrowserApi();
const store = new PartStore({
  loader: createBrowserLoader(),
  api,
  log: (message, error) => {
    console.error(message, error);
  },
});
const services = { store, api, announce: announcements.say };
const router = createBrowserRouter(createRoutes(store));
const root = document.getElementById('root');
if (!root) throw new Error('The document has no #root');

createRoot(root, {
  onCaughtError: (error) => {
    // A part that could not be loaded was logged where it happened.
    if (!(error instanceof RemoteError)) console.error(error);
  },
}).render(
  <StrictMode>
    <PartServicesProvider value={services}>
      <RouterProvider router={router} />
    </PartServicesProvider>
  </StrictMode>,
);
