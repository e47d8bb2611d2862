import { useContext, useEffect, useRef } from 'react';
import {
  NavigationType,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  useLocation,
  useNavigationType,
} from 'react-router-dom';

/** Milliseconds after a navigation during which the page is scrolled to its target. */
const SCROLL_DEADLINE_MS = 6_000;

const TAKEOVERS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to the target of a followed link, or to the start of a new page. The router scrolls only once, so islands
 * that are loaded later would move the target away. The first page is complete, so the browser scrolls it.
 */
export function useArrival(): void {
  const location = useLocation();
  const type = useNavigationType();
  // Only this tells which position the router restores.
  const position = useContext(DataRouterStateContext)?.restoreScrollPosition;
  const place = useRef(location);
  useEffect(() => {
    const before = place.current;
    place.current = location;
    if (before === location) return undefined;
    if (type === NavigationType.Pop) {
      return typeof position === 'number' ? whileSettling(scrollTo(position)) : undefined;
    }
    const id = decodeHash(location.hash);
    if (id !== '') {
      startFrom(document.getElementById(id));
      return whileSettling(() => document.getElementById(id)?.scrollIntoView({ behavior: 'instant' }));
    }
    if (before.pathname !== location.pathname) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
    return undefined;
  }, [location, position, type]);
}

const scrollTo = (top: number) => () => {
  window.scrollTo({ top, behavior: 'instant' });
};

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/** Scrolls after every change of the layout, until the visitor takes over. Returns a function that stops it. */
function whileSettling(show: () => void): () => void {
  const stopped = new AbortController();
  const stop = () => {
    stopped.abort();
  };
  const layout = new ResizeObserver(show);
  const giveUp = setTimeout(stop, SCROLL_DEADLINE_MS);
  stopped.signal.addEventListener('abort', () => {
    layout.disconnect();
    clearTimeout(giveUp);
  });
  for (const event of TAKEOVERS) {
    window.addEventListener(event, stop, { passive: true, signal: stopped.signal });
  }
  layout.observe(document.body);
  return stop;
}

/** Makes Tab continue from the element, as following a fragment does. */
function startFrom(element: HTMLElement | null) {
  // An island may have focused a field already, because the link filled its slot.
  if (!element || element.contains(document.activeElement)) return;
  // An element that is already focusable, such as a field, keeps its Tab order.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
