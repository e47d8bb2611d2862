const TOAST = '[data-in="true"]';
const CONTROLS = 'a, button';

/** Limits of a swipe: specification, section 9, «swipe-dismiss at 45 px or speed above 0.11». */
const SWIPE = {
  /** At this distance, a swipe of any speed dismisses. */
  distancePx: 45,
  /** Above this speed, a swipe of any length dismisses. */
  speedPxPerMs: 0.11,
  /** A shorter movement remains a press, because hands tremble. */
  tremblePx: 3,
} as const;

/**
 * Lets mouse, touch and pen dismiss toasts inside `host` by a swipe, until the returned function is called. For the
 * style sheet, a pressed toast has `data-pressed`, and a dismissed toast has its side in `data-swiped`.
 * react-toastify's own `draggable` ignores speed and pixels, and stays pressed when the browser scrolls.
 */
export function swipeToDismiss(host: HTMLElement, dismiss: (toast: Element) => void): () => void {
  const listening = new AbortController();
  const press = (event: PointerEvent) => {
    const { target, isPrimary, button } = event;
    if (!isPrimary || button !== 0 || !(target instanceof Element) || target.closest(CONTROLS)) return;
    const toast = target.closest<HTMLElement>(TOAST);
    if (toast) follow(toast, event, dismiss);
  };
  host.addEventListener('pointerdown', press, { signal: listening.signal });
  return () => {
    listening.abort();
  };
}

/** Moves a toast with the pressed pointer, until its release. */
function follow(toast: HTMLElement, press: PointerEvent, dismiss: (toast: Element) => void): void {
  const swipe = new AbortController();
  const on = (type: 'pointermove' | 'pointerup' | 'pointercancel', act: (event: PointerEvent) => void) => {
    const listener = (event: PointerEvent) => {
      if (event.pointerId === press.pointerId) act(event);
    };
    toast.addEventListener(type, listener, { signal: swipe.signal });
  };
  const release = () => {
    swipe.abort();
    delete toast.dataset['pressed'];
    toast.style.translate = '';
  };

  toast.setPointerCapture(press.pointerId);
  toast.dataset['pressed'] = '';
  on('pointermove', (event) => {
    toast.style.translate = `${String(distanceOf(press, event))}px`;
  });
  // The browser scrolls instead.
  on('pointercancel', release);
  on('pointerup', (event) => {
    const distance = distanceOf(press, event);
    const speed = Math.abs(distance) / (event.timeStamp - press.timeStamp);
    release();
    if (Math.abs(distance) < SWIPE.distancePx && !(speed > SWIPE.speedPxPerMs)) return;
    toast.style.translate = `${String(distance)}px`;
    toast.dataset['swiped'] = distance < 0 ? 'left' : 'right';
    dismiss(toast);
  });
}

/** Distance in px, positive to the right; 0 unless the movement is horizontal. */
function distanceOf(press: PointerEvent, { clientX, clientY }: PointerEvent): number {
  const x = clientX - press.clientX;
  const y = clientY - press.clientY;
  return Math.abs(x) >= Math.abs(y) && Math.hypot(x, y) > SWIPE.tremblePx ? x : 0;
}
