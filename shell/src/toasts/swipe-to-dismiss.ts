const TOAST = '[data-in="true"]';
const CONTROLS = 'a, button';
/** Limits of a swipe: specification, section 9, «swipe-dismiss at 45 px or speed above 0.11». */
const SWIPE = {
  /** From this distance, a swipe of any speed dismisses. */
  distancePx: 45,
  /** Above this speed, a swipe of any length dismisses. */
  speedPxPerMs: 0.11,
} as const;

/** Hands tremble: a shorter movement has no direction, and remains a press. */
const TREMBLE_PX = 3;

/** One press on a toast, until its release. */
interface Swipe {
  readonly toast: HTMLElement;
  readonly start: PointerEvent;
  direction: 'none' | 'horizontal' | 'vertical';
}

/**
 * Lets mouse, touch and pen dismiss toasts inside `host` by a swipe, until the returned function is called. For the
 * style sheet, a pressed toast has `data-pressed`, and a dismissed one its side in `data-swiped`.
 */
export function swipeToDismiss(host: HTMLElement, dismiss: (toast: Element) => void): () => void {
  let swipe: Swipe | null = null;

  const press = (event: PointerEvent) => {
    if (swipe?.toast.isConnected || event.button !== 0 || !(event.target instanceof Element)) return;
    const toast = event.target.closest<HTMLElement>(TOAST);
    if (!toast || event.target.closest(CONTROLS)) return;
    swipe = { toast, start: event, direction: 'none' };
    toast.setPointerCapture(event.pointerId);
    toast.dataset['pressed'] = '';
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId !== swipe?.start.pointerId) return;
    swipe.toast.style.translate = `${String(wayOf(swipe, event))}px`;
  };
  /** A swipe that the browser treats as scrolling is cancelled. */
  const end = (event: PointerEvent) => {
    if (event.pointerId !== swipe?.start.pointerId) return;
    const { toast, start } = swipe;
    const way = wayOf(swipe, event);
    swipe = null;
    delete toast.dataset['pressed'];
    if (event.type === 'pointerup' && isDismissal(way, event.timeStamp - start.timeStamp)) {
      toast.dataset['swiped'] = way < 0 ? 'left' : 'right';
      dismiss(toast);
    } else {
      toast.style.translate = '';
    }
  };

  const listening = new AbortController();
  const { signal } = listening;
  host.addEventListener('pointerdown', press, { signal });
  host.addEventListener('pointermove', move, { signal });
  host.addEventListener('pointerup', end, { signal });
  host.addEventListener('pointercancel', end, { signal });
  return () => {
    listening.abort();
  };
}

/** Distance so far in px, positive to the right; 0 unless the movement is horizontal. */
function wayOf(swipe: Swipe, { clientX, clientY }: PointerEvent): number {
  const x = clientX - swipe.start.clientX;
  const y = clientY - swipe.start.clientY;
  if (swipe.direction === 'none' && Math.hypot(x, y) > TREMBLE_PX) {
    swipe.direction = Math.abs(x) >= Math.abs(y) ? 'horizontal' : 'vertical';
  }
  return swipe.direction === 'horizontal' ? x : 0;
}

/** Speed is distance over time from press to release. */
function isDismissal(distancePx: number, elapsedMs: number): boolean {
  const distance = Math.abs(distancePx);
  return distance >= SWIPE.distancePx || distance / elapsedMs > SWIPE.speedPxPerMs;
}
