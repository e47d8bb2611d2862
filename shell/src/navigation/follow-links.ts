import { BACK_LINK, BACK_TO_POSTS_LINK } from '@vidlunnia/contracts';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import { pageAt, type Page } from '../pages/pages';
import { FOLLOWS_LINKS } from '../pages/rendered-page';

/** Whether the visitor's main pointer rests on links before it presses them: then their pages are loaded before. */
export const canHover = (): boolean => matchMedia('(hover: hover)').matches;

/**
 * Turns clicks on plain links into navigation, so that remotes need no router. It listens on the document: a click that
 * an island's own handler prevents stays prevented. The browser loads the document of a page that `isNear` rejects.
 */
export function useLinkNavigation(isNear: (page: Page) => boolean): void {
  const navigate = useNavigate();
  const location = useLocation();
  const follow = useEffectEvent((event: MouseEvent) => {
    const link = linkOfClick(event);
    if (!link) return;
    const visited = visitedPages(location);
    const back = BACK_LINKS.get(link.dataset['nav']);
    const entry = back && visited[back];
    if (entry !== undefined && entry < entryIndex()) {
      event.preventDefault();
      void navigate(entry - entryIndex());
    } else if (isNear(pageAt(link.pathname))) {
      event.preventDefault();
      void navigate(link.pathname + link.search + link.hash, {
        state: visited,
        // The page takes the entry of the menu with its link.
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
    // Without it, the browser fetches the document of a link that is pressed.
    document.documentElement.toggleAttribute(FOLLOWS_LINKS, canHover());
    return () => {
      document.removeEventListener('click', follow);
      document.documentElement.removeAttribute(FOLLOWS_LINKS);
    };
  }, []);
}

/**
 * The same-origin link that a click follows in this tab, or `null` when the browser has to handle it: another button, a
 * modifier key, a download, another target, another site, or a call of `preventDefault`.
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

/** Addresses on the site's origin that are not pages. */
const isFile = (pathname: string) => /^\/(api|assets|remotes|-)\//.test(pathname) || /\.\w+$/.test(pathname);

/**
 * The last history entries of this tab to which links lead back; each entry's state carries them on. A link back is a
 * step in history, which also restores the scroll position.
 */
interface VisitedPages {
  readonly home?: number;
  /** The home page or a page of the archive, whichever was visited last. */
  readonly posts?: number;
}

function visitedPages({ pathname, key, state }: Location<unknown>): VisitedPages {
  // The router has no key for an entry that it did not add.
  const before = key === 'default' ? visitBefore() : (state as VisitedPages | null);
  return { ...before, ...visitOf(pathname, pageIndex()) };
}

/** The page from which the browser itself followed a link to this one, since scripts were not loaded yet. */
function visitBefore(): VisitedPages {
  const { referrer } = document;
  const isHere = window.history.length > 1 && referrer.startsWith(`${window.location.origin}/`);
  return isHere ? visitOf(new URL(referrer).pathname, -1) : {};
}

function visitOf(pathname: string, index: number): VisitedPages {
  const { kind } = pageAt(pathname);
  if (kind === 'home') return { home: index, posts: index };
  return kind === 'archive' ? { posts: index } : {};
}

/** The page to which a link back leads, by its mark. */
const BACK_LINKS = new Map<string | undefined, keyof VisitedPages>([
  [BACK_LINK['data-nav'], 'home'],
  [BACK_TO_POSTS_LINK['data-nav'], 'posts'],
]);

/** Whether the browser can cross-fade pages, and the visitor has not chosen reduced motion. */
const canFade = () =>
  'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The state of a history entry: React Router stores the index of each, and the menu marks its own. */
interface EntryState {
  readonly idx?: number;
  readonly menu?: true;
}

const state = () => window.history.state as EntryState | null;

/** Index of the current history entry. */
const entryIndex = (): number => state()?.idx ?? 0;

/** Whether the current entry is the menu's, or was: after a reload, or a step forward, its menu is closed. */
export const isMenuEntry = (): boolean => state()?.menu ?? false;

/** Index of the page's own entry, below that of its menu. */
const pageIndex = (): number => entryIndex() - Number(isMenuEntry());

/**
 * Adds an entry for the open menu, so that the browser's Back closes it. To the router it is the same page; with an
 * index of its own, steps in history stay right.
 */
export function pushMenuEntry(): void {
  if (!isMenuEntry()) window.history.pushState({ ...state(), idx: entryIndex() + 1, menu: true }, '');
}

/** Loads a document in the place of the menu's entry, which closing the menu then must not take back. */
function leaveMenuEntry(address: string): void {
  window.history.replaceState({ ...state(), menu: undefined }, '');
  window.location.replace(address);
}
