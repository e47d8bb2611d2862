import type { RouteObject } from 'react-router-dom';
import { App } from './app';
import type { ServedPage } from './served-page';

/** One route: `pageAt` alone knows which page is at an address. */
export const createRoutes = (served: ServedPage | null): RouteObject[] => [
  // Without an element of its own the router would show an error in English.
  { path: '*', element: <App served={served} />, errorElement: <></> },
];
