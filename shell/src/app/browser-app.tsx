import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { RouterProvider, type createBrowserRouter } from 'react-router-dom';
import { pageAt } from '../pages/pages';
import { App } from './app';

type Router = ReturnType<typeof createBrowserRouter>;

/** The page in the browser: it changes with the path alone, not with hashes or the router's other state. */
export function BrowserApp({ router }: { readonly router: Router }) {
  const subscribe = useCallback((listener: () => void) => router.subscribe(listener), [router]);
  const path = () => router.state.location.pathname;
  const pathname = useSyncExternalStore(subscribe, path, path);
  const page = useMemo(() => pageAt(pathname), [pathname]);
  return <App page={page} router={<RouterProvider router={router} />} />;
}
