import type { PageHead } from '@vidlunnia/contracts';
import { memo, useLayoutEffect, useMemo } from 'react';
import { ScrollRestoration, useLocation, type RouteObject } from 'react-router-dom';
import { SiteFooter } from '../footer/site-footer';
import { SiteHeader, SkipLink, useCurrentSection } from '../header/site-header';
import { Announcer, KEPT_HTML, PageHeadTags, PartBoundary, useNodes } from '../islands/fallbacks';
import { Island, usePageServices } from '../islands/island';
import { useArrival, useServiceLinks } from '../navigation/arrival';
import { canHover, useLinkNavigation } from '../navigation/follow-links';
import { NotFoundPage } from '../not-found/not-found-page';
import { addressOf, HEADS, islandsOf, pageAt, rowOf, type Page } from '../pages/pages';
import { PrivacyPage } from '../privacy/privacy-page';
import { siteFacts } from '../site/site';

/** The page as the server rendered it: HTML, in which each live island is a React root of its own. */
export class ServedPage {
  readonly head: PageHead = {
    title: document.title,
    description: document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '',
  };
  /** The nodes of `main`, kept for the visitor's return. */
  readonly content: readonly Node[];
  readonly #address = addressOf(pageAt(window.location.pathname));
  #isGone = false;

  constructor(
    main: HTMLElement,
    private readonly isComplete: boolean,
  ) {
    this.content = [...main.childNodes];
  }

  /** Whether this content is shown for a page. */
  shows(page: Page): boolean {
    return !this.#isGone && this.#address === addressOf(page);
  }

  /** Called when the visitor goes to another page. On return, an incomplete page is rendered again. */
  leaveFor(page: Page): void {
    if (!this.isComplete && !this.shows(page)) this.#isGone = true;
  }
}

interface AppProps {
  /** The page's content if the server rendered it. */
  readonly served: ServedPage | null;
}

/** One route for all addresses, because only `pageAt` maps addresses to pages. */
export const createRoutes = (served: ServedPage | null): RouteObject[] => [
  // Without this element, the router would show errors in English.
  { path: '*', element: <App served={served} />, errorElement: <></> },
];

/** The live page at the router's address. */
function App({ served }: AppProps) {
  const { pathname } = useLocation();
  const { store } = usePageServices();
  const page = useMemo(() => pageAt(pathname), [pathname]);
  useLayoutEffect(() => {
    served?.leaveFor(page);
    // Starts all of a page's islands at once, in parallel.
    if (!served?.shows(page)) void store.open(page);
  }, [page, served, store]);
  // A touch gives no time to load code in advance, so the browser loads the document, unless it would lose typed text.
  useLinkNavigation(
    (target) =>
      (served?.shows(target) ?? false) || store.hasOpened(target) || canHover() || window.starter.isFilled(),
  );
  useArrival();
  useServiceLinks();
  return (
    <>
      <PageFrame page={page} served={served} />
      <ScrollRestoration />
    </>
  );
}

/** The whole page without the router, so the server can render it too. */
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

/** A separate component, so that scrolling re-renders only the header. */
function PageHeader({ kind }: Pick<Page, 'kind'>) {
  const section = useCurrentSection();
  return <SiteHeader isHome={kind === 'home'} currentSection={kind === 'archive' ? 'blog' : section} />;
}

/** Memoised by page, so a change of the hash does not render it again. */
const Main = memo(function Main({ page, served }: AppProps & { readonly page: Page }) {
  if (served?.shows(page)) return <ServedContent served={served} />;
  return (
    <main id="main" tabIndex={-1}>
      <PageContent page={page} />
    </main>
  );
});

/** The server's content, unchanged; restored when the visitor returns to its page. */
function ServedContent({ served: { content, head } }: { readonly served: ServedPage }) {
  return (
    <>
      <PageHeadTags head={head} />
      <main ref={useNodes<HTMLElement>(content)} id="main" tabIndex={-1} {...KEPT_HTML} />
    </>
  );
}

function PageContent({ page }: { readonly page: Page }) {
  const { store } = usePageServices();
  const islands = islandsOf(page, store.zones).filter(({ id }) => !rowOf(id).within);
  return (
    <>
      {/* The island of a page with parameters sets the head. */}
      {!('params' in page) && <PageHeadTags head={HEADS[page.kind]} />}
      {page.kind === 'privacy' && <PrivacyPage retentionMonths={siteFacts().retentionMonths} />}
      {page.kind === 'unknown' && <NotFoundPage />}
      {islands.map(({ id, params }) => (
        <Island key={id + addressOf(page)} id={id} params={params} />
      ))}
    </>
  );
}

const YEAR = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Kyiv', year: 'numeric' });

/** The year in Kyiv, in any time zone of the machine. */
const currentYear = () => Number(YEAR.format(new Date()));
