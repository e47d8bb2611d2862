import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import type { Page, Site, SiteFrame } from '../../site';
import { FOLLOWS_LINKS } from '../../page/rendered-page';

/** Whether the main pointer hovers over links before a press; then their pages are loaded in advance. */
export const canHover = (): boolean => matchMedia('(hover: hover)').matches;

/**
 * Turns clicks on plain links into navigation, so that remotes need no router. Listens on the document, so an island's
 * own handler can prevent a click. If `isNear` rejects a page, the browser loads its document.
 */
export function useLinkNavigation(
  site: Pick<Site, 'pageAt'>,
  linksBack: NonNullable<SiteFrame['linksBack']>,
  isNear: (page: Page) => boolean,
): void {
  const navigate = useNavigate();
  const location = useLocation();
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = linkOfClick(event);
    if (!link) return;
    const visitOf = (pathname: string, index: number): VisitedPages => {
      const { kind } = site.pageAt(pathname);
      const marks = Object.keys(linksBack).filter((mark) => linksBack[mark]?.includes(kind));
      return Object.fromEntries(marks.map((mark) => [mark, index]));
    };
    const visited = visitedPages(location, visitOf);
    const entry = visited[link.dataset['nav'] ?? ''];
    if (entry !== undefined && entry < entryIndex()) {
      event.preventDefault();
      void navigate(entry - entryIndex());
    } else if (isNear(site.pageAt(link.pathname))) {
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash, {
        state: visited,
        // The page replaces the history entry of the menu.
        replace: isMenuEntry(),
        flushSync: true,
        viewTransition: link.pathname !== location.pathname && canFade(),
      });
    } else if (isMenuEntry()) {
      event.preventDefault();
      leaveMenuEntry(link.href);
    }
  });
  useEffect(() => {
    document.addEventListener('click', follow);
    // Otherwise the browser prefetches the document of a pressed link.
    document.documentElement.toggleAttribute(FOLLOWS_LINKS, canHover());
    return () => {
      document.removeEventListener('click', follow);
      document.documentElement.removeAttribute(FOLLOWS_LINKS);
    };
  }, []);
}

/**
 * The same-origin link that a click follows in this tab. `null` when the browser must handle the click: another button,
 * a modifier key, a download, another target or site, or a prevented event.
 */
export function linkOfClick(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.hasAttribute('download')) return null;
  if (link.target !== '' && link.target !== '_self') return null;
  const url = new URL(link.href);
  return url.origin === window.location.origin && !isFile(url.pathname) ? link : null;
}

/** Whether an address on the site's origin is no page. */
const isFile = (pathname: string) => /^\/(api|assets|remotes|-)\//.test(pathname) || /\.\w+$/.test(pathname);

/**
 * Indexes of the history entries to which links lead back, by the links' mark; every entry's state has a copy. A link
 * back is a step in history, so it also restores the scroll position.
 */
type VisitedPages = Readonly<Record<string, number>>;

type VisitOf = (pathname: string, index: number) => VisitedPages;

function visitedPages({ pathname, key, state }: Location<unknown>, visitOf: VisitOf): VisitedPages {
  // The router has no key for an entry that it did not add.
  const before = key === 'default' ? visitBefore(visitOf) : (state as VisitedPages | null);
  return { ...before, ...visitOf(pathname, pageIndex()) };
}

/** The page from which the browser itself followed a link to this page, because scripts were not loaded yet. */
function visitBefore(visitOf: VisitOf): VisitedPages {
  const { referrer } = document;
  const isHere = window.history.length > 1 && referrer.startsWith(`${window.location.origin}/`);
  return isHere ? visitOf(new URL(referrer).pathname, -1) : {};
}

/** Whether the browser can cross-fade pages, and the visitor has not chosen reduced motion. */
const canFade = () =>
  'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The state of a history entry. React Router stores the index; the menu marks its own entry. */
interface EntryState {
  readonly idx?: number;
  readonly menu?: true;
}

const state = () => window.history.state as EntryState | null;

/** Index of the current history entry. */
const entryIndex = (): number => state()?.idx ?? 0;

/** Whether the current entry was added for the menu. After a reload or a step forward, the menu itself is closed. */
export const isMenuEntry = (): boolean => state()?.menu ?? false;

/** Index of the page's own entry, below that of its menu. */
const pageIndex = (): number => entryIndex() - Number(isMenuEntry());

/**
 * Adds an entry for the open menu, so that the browser's Back closes the menu. The router sees the same page; the entry
 * has its own index, so steps in history stay correct.
 */
export function pushMenuEntry(): void {
  if (!isMenuEntry()) window.history.pushState({ ...state(), idx: entryIndex() + 1, menu: true }, '');
}

/** Loads a document in place of the menu's entry. The entry loses its mark, so closing the menu does not go back. */
function leaveMenuEntry(address: string): void {
  window.history.replaceState({ ...state(), menu: undefined }, '');
  window.location.replace(address);
}
