import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { followPosition, followTarget } from './follow-target';
import { takeSavedPosition } from './saved-positions';

/**
 * Puts the visitor where a link led: on its target, which may still be moving while islands arrive, or at the start of
 * a new page. A step in history is restored by the router; after a reload the page's islands still have to arrive, and
 * would push it away: the place that the visitor had then counts more than the address's target.
 */
export function useArrival(): void {
  const location = useLocation();
  const type = useNavigationType();
  const arrived = useRef<string | null>(null);
  useEffect(() => {
    const first = arrived.current === null;
    const samePage = arrived.current === location.pathname;
    arrived.current = location.pathname;
    const position = type === NavigationType.Pop ? takeSavedPosition(location.key) : null;
    if (position !== null) return followPosition(position);
    const id = decodeHash(location.hash);
    if (id !== '' && (first || type !== NavigationType.Pop)) return followTarget(id, first);
    if (!first && !samePage && type !== NavigationType.Pop) focusQuietly(document.getElementById('main'));
    return undefined;
  }, [location, type]);
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** Moves the starting point of keyboard and screen reader without scrolling. */
function focusQuietly(element: HTMLElement | null) {
  element?.focus({ preventScroll: true });
}
