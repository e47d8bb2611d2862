import { FORM_IDS } from '@vidlunnia/contracts';
import { useContext, useEffect, useRef } from 'react';
import {
  NavigationType,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  useLocation,
  useNavigationType,
} from 'react-router-dom';
import { contactSlot, usePageServices } from '../islands/island';
import { pageAt, serviceIn } from '../pages/pages';

/** Milliseconds after which a page that has not settled is no longer scrolled. */
const PATIENCE = 6_000;

const TAKEOVERS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Moves the visitor to the target of a followed link, or to the start of a new page. The router scrolls only once, also
 * for steps in history; islands that are loaded later would move the target away. The browser itself scrolls to the
 * target of the first page, which is complete.
 */
export function useArrival(): void {
  const location = useLocation();
  const type = useNavigationType();
  // The router has no other way to tell which position it restores.
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

/** Scrolls to a place at every change of the layout, until the visitor takes over. Returns a function that stops it. */
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

/** Makes Tab continue from the element, as following a fragment does. */
function startFrom(element: HTMLElement | null) {
  // A form that knows the reason for the visit has already focused its own field.
  if (!element || element.contains(document.activeElement)) return;
  // An element that is already focusable, such as a field, keeps its Tab order.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/**
 * Tells the contact form which service a followed link chooses. A step in history chooses nothing: the form keeps the
 * visitor's input.
 */
export function useServiceLinks(): void {
  const { contactChoice } = usePageServices();
  const location = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (type === NavigationType.Pop) return;
    // A link to another place on the page keeps the address's query, but chooses nothing.
    const isLink = pageAt(location.pathname).kind === 'home' && location.hash === `#${FORM_IDS.contact}`;
    // Only the site's own links get here, so the service is one of the site's; the server checks those of others.
    contactChoice.set(contactSlot(isLink ? serviceIn(location.search) : ''));
  }, [contactChoice, location, type]);
}
