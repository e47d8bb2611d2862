import { memo, useLayoutEffect, useMemo } from 'react';
import { ScrollRestoration, useLocation, type RouteObject } from 'react-router-dom';
import { KEPT_HTML, PageHeadTags, useNodes } from '../../page/islands/fallbacks';
import { usePageServices } from '../../page/islands/island';
import { PageMain } from '../../page/main';
import type { Page, PageHead, Site, SiteFrame } from '../../site';
import { useArrival } from '../navigation/arrival';
import { canHover, useLinkNavigation } from '../navigation/follow-links';

/** The page as the server rendered it: HTML, in which each live island is a React root of its own. */
export class ServedPage {
  readonly head: PageHead = {
    title: document.title,
    description: document.querySelector('meta[name="description"]')?.getAttribute('content') ?? '',
  };
  /** The nodes of `main`, kept for the visitor's return. */
  readonly content: readonly Node[];
  readonly #address: string;
  #isGone = false;

  constructor(
    private readonly site: Pick<Site, 'addressOf' | 'pageAt'>,
    main: HTMLElement,
    private readonly isComplete: boolean,
  ) {
    this.content = [...main.childNodes];
    this.#address = site.addressOf(site.pageAt(window.location.pathname));
  }

  /** Whether this content is shown for a page. */
  shows(page: Page): boolean {
    return !this.#isGone && this.#address === this.site.addressOf(page);
  }

  /** Called when the visitor goes to another page. On return, an incomplete page is rendered again. */
  leaveFor(page: Page): void {
    if (!this.isComplete && !this.shows(page)) this.#isGone = true;
  }
}

interface AppProps {
  readonly frame: SiteFrame;
  /** The page's content if the server rendered it. */
  readonly served: ServedPage | null;
}

/** One route for all addresses, because only the site maps addresses to pages. */
export const createRoutes = (app: AppProps): RouteObject[] => [
  // Without this element, the router would show errors in English.
  { path: '*', element: <App {...app} />, errorElement: <></> },
];

const noHook = () => undefined;

/** The live page at the router's address. */
function App({ frame, served }: AppProps) {
  const { Frame, Content, linksBack = {}, useLive = noHook } = frame;
  const { pathname } = useLocation();
  const { site, store } = usePageServices();
  const page = useMemo(() => site.pageAt(pathname), [pathname, site]);
  useLayoutEffect(() => {
    served?.leaveFor(page);
    // Starts all of a page's islands at once, in parallel.
    if (!served?.shows(page)) void store.open(page);
  }, [page, served, store]);
  // A touch gives no time to load code in advance, so the browser loads the document, unless it would lose typed text.
  const isNear = (target: Page) =>
    (served?.shows(target) ?? false) || store.hasOpened(target) || canHover() || window.starter.isFilled();
  useLinkNavigation(site, linksBack, isNear);
  useArrival();
  useLive();
  return (
    <>
      <Frame page={page}>
        <Main page={page} served={served} Content={Content} />
      </Frame>
      <ScrollRestoration />
    </>
  );
}

type MainProps = Pick<AppProps, 'served'> & Pick<SiteFrame, 'Content'> & { readonly page: Page };

/** Memoised by page, so a change of the hash does not render it again. */
const Main = memo(function Main({ page, served, Content }: MainProps) {
  return served?.shows(page) ? <ServedContent served={served} /> : <PageMain page={page} Content={Content} />;
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
