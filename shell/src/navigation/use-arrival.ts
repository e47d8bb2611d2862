import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { followTarget } from './follow-target';

/**
 * Puts the visitor where a link led: on its target, which may still be moving while parts arrive, or at the start of
 * a new page. A step in history needs nothing: the router restores the place.
 */
export function useArrival(): void {
  const location = useLocation();
  const type = useNavigationType();
  const arrived = useRef<string | null>(null);
  useEffect(() => {
    const first = arrived.current === null;
    const samePage = arrived.current === location.pathname;
    arrived.current = location.pathname;
    const id = decodeHash(location.hash);
    if (id !== '' && (first || type !== NavigationType.Pop)) return followTarget(id);
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
