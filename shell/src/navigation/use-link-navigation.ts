import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { homeVisitFrom, stepsHome } from './home-visit';
import { linkOfClick } from './link-of-click';

/**
 * Turns clicks on plain links into navigation, so that remotes need no router. It listens on the document: what a
 * part's own click handler prevents stays prevented.
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
      void navigate(url.pathname + url.search + url.hash, { state: homeVisitFrom(pathname, state) });
    };
    document.addEventListener('click', follow);
    return () => {
      document.removeEventListener('click', follow);
    };
  }, [navigate, pathname, state]);
}
