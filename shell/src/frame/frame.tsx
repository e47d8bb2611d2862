import { BACK_LINK, BACK_TO_POSTS_LINK, FORM_IDS } from '@vidlunnia/contracts';
import type { SiteFrame } from '@vidlunnia/engine';
import { ANNOUNCER, PartBoundary } from '@vidlunnia/engine/fallbacks';
import { usePageServices } from '@vidlunnia/engine/islands';
import { VisuallyHidden } from '@vidlunnia/ui';
import { useEffect, type ReactNode } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { SiteFooter } from '../footer/site-footer';
import { SiteHeader, SkipLink, useCurrentSection } from '../header/site-header';
import { contactSlot } from '../islands/props';
import { NotFoundPage } from '../not-found/not-found-page';
import { pageAt, serviceIn, type Page } from '../pages';
import { PrivacyPage } from '../privacy/privacy-page';
import { siteFacts } from '../texts/texts';

interface PageProps {
  readonly page: Page;
}

/** Header, footer and announcements around the page's content. */
function Frame({ page, children }: PageProps & { readonly children: ReactNode }) {
  return (
    <>
      <PartBoundary>
        <SkipLink />
        <PartBoundary>
          <PageHeader kind={page.kind} />
        </PartBoundary>
      </PartBoundary>
      {children}
      <PartBoundary>
        <SiteFooter year={currentYear()} />
      </PartBoundary>
      <PartBoundary>
        <VisuallyHidden {...ANNOUNCER} />
      </PartBoundary>
    </>
  );
}

/** A separate component, so that scrolling re-renders only the header. */
function PageHeader({ kind }: Pick<Page, 'kind'>) {
  const section = useCurrentSection();
  return <SiteHeader isHome={kind === 'home'} currentSection={kind === 'archive' ? 'blog' : section} />;
}

/** The pages without islands. */
function Content({ page: { kind } }: PageProps) {
  if (kind === 'privacy') return <PrivacyPage {...siteFacts()} />;
  return kind === 'unknown' ? <NotFoundPage /> : null;
}

/**
 * Passes the service that a followed link chooses to the contact form. A step in history chooses nothing, so the form
 * keeps the visitor's input.
 */
function useServiceLinks(): void {
  const contactForm = usePageServices().slots.of('forms/ContactForm');
  const location = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (type === NavigationType.Pop) return;
    // A link to another target on the page keeps the query, but chooses nothing.
    const isLink = pageAt(location.pathname).kind === 'home' && location.hash === `#${FORM_IDS.contact}`;
    // Only the site's own links get here, so the service is valid. The server checks services in other links.
    contactForm.set(contactSlot(isLink ? serviceIn(location.search) : ''));
  }, [contactForm, location, type]);
}

const YEAR = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Kyiv', year: 'numeric' });

/** The year in Kyiv, in any time zone of the machine. */
const currentYear = () => Number(YEAR.format(new Date()));

/** What stands around the islands of every page. */
export const frame = {
  Frame,
  Content,
  linksBack: {
    [BACK_LINK['data-nav']]: ['home'],
    [BACK_TO_POSTS_LINK['data-nav']]: ['home', 'archive'],
  },
  useLive: useServiceLinks,
} satisfies SiteFrame;
