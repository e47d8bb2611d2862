import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router-dom';
import type { IslandStore } from '../islands/island-store';
import { addressOf, type Page } from '../pages/pages';
import { createRoutes } from '../app/routes';

interface StaticRoute {
  readonly routes: ReturnType<typeof createStaticHandler>['dataRoutes'];
  readonly context: StaticHandlerContext;
}

/** Matches a page's address and runs its loader, which starts the page's islands. */
export async function staticRoute(page: Page, store: IslandStore): Promise<StaticRoute> {
  const handler = createStaticHandler(createRoutes(store));
  const context = await handler.query(new Request(new URL(addressOf(page), 'http://page')));
  if (context instanceof Response)
    throw new Error(`${addressOf(page)} is answered by a redirect; no route has one`);
  return { routes: handler.dataRoutes, context };
}

/** What the router renders: the page's header. */
export function StaticChrome({ route: { routes, context } }: { readonly route: StaticRoute }) {
  return (
    <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
  );
}
