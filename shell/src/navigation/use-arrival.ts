import { useContext, useEffect, useRef } from 'react';
import {
  NavigationType,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  useLocation,
  useNavigationType,
} from 'react-router-dom';

/** Milliseconds after which a page that has not settled is left alone. */
const PATIENCE = 6_000;

const TAKEOVERS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Puts the visitor where a link led: on its target, or at the start of a new page. The router scrolls once, to a target
 * as to the place of a step in history; islands that arrive later would push it away. The browser itself leads to the
 * target of the first page, which is whole.
 */
export function useArrival(): void {
  const location = useLocation();
  const type = useNavigationType();
  // The router has no other way to say which position it restores.
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

/** Shows a place at every change of the layout, until the visitor takes over. Returns what stops it. */
function whileSettling(show: () => void): () => void {
  const stopped = new AbortController();
  const stop = () => {
    stopped.abort();
  };
  const layout = new ResizeObserver(show);
  const giveUp = setTimeout(stop, PATIENCE);
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

/** Makes the element the place from which Tab goes on, as following a fragment does. */
function startFrom(element: HTMLElement | null) {
  // A form that knows why it is visited has put the focus on its own field.
  if (!element || element.contains(document.activeElement)) return;
  // What takes focus by itself, a field for one, keeps its place in the order of Tab.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
