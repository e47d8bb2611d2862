/** Milliseconds after which a page that has not settled is left alone. */
const PATIENCE = 6_000;

const TAKEOVERS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to an element and, while islands above it arrive and push it away, again; until the visitor takes over.
 * Returns what stops it. With `begins` the page begins there: an element that came with its HTML has been followed by
 * the browser itself, and may not be changed before it is live.
 */
export function followTarget(id: string, begins = false): () => void {
  const element = document.getElementById(id);
  if (!(begins && element?.matches(':target'))) startFrom(element);
  return whileSettling(() => document.getElementById(id)?.scrollIntoView({ behavior: 'instant' }));
}

/** Keeps the window at a place while the islands of its page arrive; until the visitor takes over. */
export const followPosition = (top: number): (() => void) =>
  whileSettling(() => {
    window.scrollTo({ top, behavior: 'instant' });
  });

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
  // A form that was told why it is visited has put the focus on its own field.
  if (!element || element.contains(document.activeElement)) return;
  // What takes focus by itself, a field for one, keeps its place in the order of Tab.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
