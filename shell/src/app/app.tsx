import { memo, useMemo } from 'react';
import { ScrollRestoration, useLocation } from 'react-router-dom';
import { SiteFooter } from '../footer/site-footer';
import { HomeHeader, PostHeader, SkipLink } from '../header/headers';
import { useCurrentSection } from '../header/use-current-section';
import { Announcer } from '../islands/announcer';
import { useArrival } from '../navigation/use-arrival';
import { useLinkNavigation } from '../navigation/use-link-navigation';
import { pageAt, type Page } from '../pages/pages';
import { PageContent } from './page-content';
import { PartBoundary } from './part-boundary';
import { ServedContent, type ServedPage } from './served-page';
import { useServiceLinks } from './use-service-links';

interface AppProps {
  /** The page's content where it came from the server. */
  readonly served: ServedPage | null;
}

/** The whole page at the router's address. */
export function App({ served }: AppProps) {
  const { pathname } = useLocation();
  const page = useMemo(() => pageAt(pathname), [pathname]);
  useLinkNavigation();
  useArrival();
  useServiceLinks();
  return (
    <>
      <PartBoundary>
        <SkipLink />
        <PartBoundary>{page.kind === 'home' ? <HomePageHeader /> : <PostHeader />}</PartBoundary>
      </PartBoundary>
      <Main page={page} served={served} />
      <PartBoundary>
        <SiteFooter year={currentYear()} />
      </PartBoundary>
      <PartBoundary>
        <Announcer />
      </PartBoundary>
      <ScrollRestoration />
    </>
  );
}

/** On its own, so that scrolling renders the header alone. */
function HomePageHeader() {
  return <HomeHeader currentSection={useCurrentSection()} />;
}

/** It changes with the page alone, not with hashes. */
const Main = memo(function Main({ page, served }: AppProps & { readonly page: Page }) {
  if (served?.shows(page)) return <ServedContent served={served} />;
  return (
    <main id="main" tabIndex={-1}>
      <PageContent page={page} />
    </main>
  );
});

const YEAR = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Kyiv', year: 'numeric' });

/** The year in Kyiv, whatever the machine's zone. */
const currentYear = () => Number(YEAR.format(new Date()));
