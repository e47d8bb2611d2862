import type { ReactNode } from 'react';
import { SiteFooter } from '../footer';
import { SkipLink } from '../header';
import { PageContent } from '../pages/page-content';
import type { Page } from '../pages/pages';
import { ToastHost } from '../toasts';
import { Announcer } from './announcer';
import { currentYear } from './current-year';

export interface AppProps {
  readonly page: Page;
  /** The router with what it renders: the page's header, and nothing of its content. */
  readonly router: ReactNode;
}

/**
 * The whole page. Its content stands beside the router, not inside it: an update of the router's context that reached
 * a part which has not hydrated yet would erase the server's HTML.
 */
export function App({ page, router }: AppProps) {
  return (
    <>
      <SkipLink />
      {router}
      <main id="main" tabIndex={-1}>
        <PageContent page={page} />
      </main>
      <SiteFooter year={currentYear()} />
      <ToastHost />
      <Announcer />
    </>
  );
}
