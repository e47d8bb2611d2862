import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { FOLLOWS_LINKS } from './follows-links';
import { homeVisitFrom, stepsHome } from './home-visit';
import { linkOfClick } from './link-of-click';
import { turnPage } from './turn-page';

/**
 * Turns clicks on plain links into navigation, so that remotes need no router. It listens on the document: what a
 * island's own click handler prevents stays prevented.
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
      const steps = link.dataset['nav'] === 'back' ? stepsHome(state) : null;
      if (steps !== null && steps < 0) {
        void navigate(steps);
        return;
      }
      const url = new URL(link.href);
      const to = url.pathname + url.search + url.hash;
      // Shown within the call: a picture of the new page is taken right after it.
      const show = () => navigate(to, { state: homeVisitFrom(pathname, state), flushSync: true });
      if (url.pathname === pathname) void show();
      else turnPage(show);
    };
    document.addEventListener('click', follow);
    document.documentElement.toggleAttribute(FOLLOWS_LINKS, true);
    return () => {
      document.removeEventListener('click', follow);
      document.documentElement.removeAttribute(FOLLOWS_LINKS);
    };
  }, [navigate, pathname, state]);
}
