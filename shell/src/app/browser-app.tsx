import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { RouterProvider, type createBrowserRouter } from 'react-router-dom';
import { pageAt } from '../pages/pages';
import type { ServedPage } from './served-page';
import { App } from './app';

type Router = ReturnType<typeof createBrowserRouter>;

interface BrowserAppProps {
  readonly router: Router;
  readonly served: ServedPage | null;
}

/** The page in the browser: it changes with the path alone, not with hashes or the router's other state. */
export function BrowserApp({ router, served }: BrowserAppProps) {
  const subscribe = useCallback((listener: () => void) => router.subscribe(listener), [router]);
  const path = () => router.state.location.pathname;
  const pathname = useSyncExternalStore(subscribe, path, path);
  const page = useMemo(() => pageAt(pathname), [pathname]);
  return (
    <App
      page={page}
      served={served?.shows(page) ? served : null}
      router={<RouterProvider router={router} />}
    />
  );
}
