import { memo, useLayoutEffect, useMemo } from 'react';
import { ScrollRestoration, useLocation, type RouteObject } from 'react-router-dom';
import { SiteFooter } from '../footer/site-footer';
import { SiteHeader, SkipLink } from '../header/site-header';
import { useCurrentSection } from '../header/use-current-section';
import { Announcer } from '../islands/announcer';
import { PartBoundary } from '../islands/boundary';
import { usePageServices } from '../islands/page-services';
import { useArrival } from '../navigation/use-arrival';
import { useLinkNavigation } from '../navigation/use-link-navigation';
import { useServiceLinks } from '../navigation/use-service-links';
import { pageAt, type Page } from '../pages/pages';
import { PageContent } from './page-content';
import { ServedContent, type ServedPage } from './served-page';

interface AppProps {
  /** The page's content if the server rendered it. */
  readonly served: ServedPage | null;
}

/** One route: only `pageAt` knows which page is at an address. */
export const createRoutes = (served: ServedPage | null): RouteObject[] => [
  // Without its own element the router would show an error in English.
  { path: '*', element: <App served={served} />, errorElement: <></> },
];

/** The live page at the router's address. */
function App({ served }: AppProps) {
  const { pathname } = useLocation();
  const { store } = usePageServices();
  const page = useMemo(() => pageAt(pathname), [pathname]);
  useLayoutEffect(() => {
    served?.leaveFor(page);
    // Starts all of a page's islands at once, whichever can be shown first.
    if (!served?.shows(page)) void store.open(page);
  }, [page, served, store]);
  useLinkNavigation();
  useArrival();
  useServiceLinks();
  return (
    <>
      <PageFrame page={page} served={served} />
      <ScrollRestoration />
    </>
  );
}

/** The whole page, without what needs a router: the server renders the same. */
export function PageFrame({ page, served }: AppProps & { readonly page: Page }) {
  return (
    <>
      <PartBoundary>
        <SkipLink />
        <PartBoundary>
          <PageHeader kind={page.kind} />
        </PartBoundary>
      </PartBoundary>
      <Main page={page} served={served} />
      <PartBoundary>
        <SiteFooter year={currentYear()} />
      </PartBoundary>
      <PartBoundary>
        <Announcer />
      </PartBoundary>
    </>
  );
}

/** A separate component, so that scrolling renders only the header. */
function PageHeader({ kind }: Pick<Page, 'kind'>) {
  const section = useCurrentSection();
  return <SiteHeader isHome={kind === 'home'} currentSection={kind === 'archive' ? 'blog' : section} />;
}

/** Depends only on the page, not on hashes. */
const Main = memo(function Main({ page, served }: AppProps & { readonly page: Page }) {
  if (served?.shows(page)) return <ServedContent served={served} />;
  return (
    <main id="main" tabIndex={-1}>
      <PageContent page={page} />
    </main>
  );
});

const YEAR = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Kyiv', year: 'numeric' });

/** The year in Kyiv, in any time zone of the machine. */
const currentYear = () => Number(YEAR.format(new Date()));
