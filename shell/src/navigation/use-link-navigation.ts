import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { FOLLOWS_LINKS } from './follows-links';
import { linkOfClick } from './link-of-click';

/**
 * Turns clicks on plain links into navigation, so that remotes need no router. It listens on the document: a click that
 * an island's own handler prevents stays prevented.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname } = location;
  const state: unknown = location.state;
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = linkOfClick(event);
      if (!link) return;
      event.preventDefault();
      const home = homeVisit(pathname, state);
      const steps = home && link.dataset['nav'] === 'back' ? home.homeIndex - entryIndex() : 0;
      if (steps < 0) {
        void navigate(steps);
        return;
      }
      const url = new URL(link.href);
      void navigate(url.pathname + url.search + url.hash, {
        state: home,
        flushSync: true,
        viewTransition: url.pathname !== pathname && canFade(),
      });
    };
    document.addEventListener('click', follow);
    document.documentElement.toggleAttribute(FOLLOWS_LINKS, true);
    return () => {
      document.removeEventListener('click', follow);
      document.documentElement.removeAttribute(FOLLOWS_LINKS);
    };
  }, [navigate, pathname, state]);
}

/**
 * The last history entry of the home page in this tab; each entry's state carries it on. From a post, the link back is
 * a step in history, which also restores the scroll position.
 */
interface HomeVisit {
  readonly homeIndex: number;
}

function homeVisit(pathname: string, state: unknown): HomeVisit | null {
  if (pathname === '/') return { homeIndex: entryIndex() };
  return isHomeVisit(state) ? state : null;
}

const isHomeVisit = (state: unknown): state is HomeVisit =>
  typeof state === 'object' && state !== null && 'homeIndex' in state;

/** React Router stores the index of each history entry in its state. */
const entryIndex = (): number => (window.history.state as { readonly idx?: number } | null)?.idx ?? 0;

/** Whether the browser can cross-fade pages, and the visitor has not chosen reduced motion. */
const canFade = () =>
  'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;
