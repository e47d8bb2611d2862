import type { ReactNode } from 'react';
import { SiteFooter } from '../footer';
import { SkipLink } from '../header';
import { PageContent } from './page-content';
import type { Page } from '../pages/pages';
import { ServedContent } from './served-content';
import type { ServedPage } from './served-page';
import { LateToastHost } from '../toasts/late-toast-host';
import { Announcer } from './announcer';
import { currentYear } from './current-year';
import { PartBoundary } from './part-boundary';

export interface AppProps {
  readonly page: Page;
  /** The page's content where it came from the server. */
  readonly served?: ServedPage | null;
  /** The router with what it renders: the page's header, and nothing of its content. */
  readonly router: ReactNode;
}

/** The whole page. Its content stands beside the router, not inside it: it changes with the page alone. */
export function App({ page, served, router }: AppProps) {
  return (
    <>
      <PartBoundary>
        <SkipLink />
        {router}
      </PartBoundary>
      {served ? (
        <ServedContent served={served} />
      ) : (
        <main id="main" tabIndex={-1}>
          <PageContent page={page} />
        </main>
      )}
      <PartBoundary>
        <SiteFooter year={currentYear()} />
      </PartBoundary>
      <PartBoundary>
        <LateToastHost />
        <Announcer />
      </PartBoundary>
    </>
  );
}
