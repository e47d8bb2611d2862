const TOAST = '[data-in="true"]';
const CONTROLS = 'a, button';
/** What dismisses a toast by hand: specification, section 9, «swipe-dismiss at 45 px or speed above 0.11». */
const SWIPE = {
  /** From here on a swipe dismisses, however slow. */
  distancePx: 45,
  /** Above it a flick dismisses, however short. */
  speedPxPerMs: 0.11,
} as const;

/** A finger or a hand trembles: up to here a movement has no direction, and a press stays a press. */
const TREMBLE_PX = 3;

/**
 * Lets mouse, touch and pen swipe toasts inside `host` away, until the returned function is called. The style sheet
 * sees a press as `data-pressed` and the side that a toast leaves by as `data-swiped`.
 */
export function swipeToDismiss(host: HTMLElement, dismiss: (toast: Element) => void): () => void {
  let swipe: Swipe | null = null;

  const press = (event: PointerEvent) => {
    if (swipe?.toast.isConnected || event.button !== 0 || !(event.target instanceof Element)) return;
    const toast = event.target.closest<HTMLElement>(TOAST);
    if (!toast || event.target.closest(CONTROLS)) return;
    swipe = new Swipe(toast, event.pointerId, event);
    toast.setPointerCapture(event.pointerId);
    toast.dataset['pressed'] = '';
  };
  const move = (event: PointerEvent) => {
    if (event.pointerId === swipe?.pointerId) swipe.toast.style.translate = `${String(swipe.move(event))}px`;
  };
  const end = (toast: HTMLElement) => {
    swipe = null;
    delete toast.dataset['pressed'];
  };
  const release = (event: PointerEvent) => {
    if (event.pointerId !== swipe?.pointerId) return;
    const { toast } = swipe;
    const side = swipe.release(event);
    end(toast);
    if (side === 'back') {
      toast.style.translate = '';
    } else {
      toast.dataset['swiped'] = side;
      dismiss(toast);
    }
  };
  const cancel = (event: PointerEvent) => {
    if (event.pointerId !== swipe?.pointerId) return;
    swipe.toast.style.translate = '';
    end(swipe.toast);
  };

  const listening = new AbortController();
  const { signal } = listening;
  host.addEventListener('pointerdown', press, { signal });
  host.addEventListener('pointermove', move, { signal });
  host.addEventListener('pointerup', release, { signal });
  host.addEventListener('pointercancel', cancel, { signal });
  return () => {
    listening.abort();
  };
}

type Point = Pick<PointerEvent, 'clientX' | 'clientY' | 'timeStamp'>;

/** One press on a toast, from there to its release. */
class Swipe {
  #direction: 'none' | 'horizontal' | 'vertical' = 'none';

  constructor(
    readonly toast: HTMLElement,
    readonly pointerId: number,
    readonly start: Point,
  ) {}

  /** Follows the pointer; gives the way made so far in px, positive to the right, 0 unless it is a horizontal one. */
  move(point: Point): number {
    const x = point.clientX - this.start.clientX;
    const y = point.clientY - this.start.clientY;
    if (this.#direction === 'none' && Math.hypot(x, y) > TREMBLE_PX) {
      this.#direction = Math.abs(x) >= Math.abs(y) ? 'horizontal' : 'vertical';
    }
    return this.#direction === 'horizontal' ? x : 0;
  }

  /** Where a release here sends the toast. */
  release(point: Point): 'left' | 'right' | 'back' {
    const way = this.move(point);
    if (!isDismissal(way, point.timeStamp - this.start.timeStamp)) return 'back';
    return way < 0 ? 'left' : 'right';
  }
}

/**
 * Whether a horizontal movement dismisses a toast: a swipe of 45 px or more, or a flick faster than 0.11 px/ms
 * (specification, section 9). Speed is distance over time from press to release.
 */
export function isDismissal(distancePx: number, elapsedMs: number): boolean {
  const distance = Math.abs(distancePx);
  return distance >= SWIPE.distancePx || distance / elapsedMs > SWIPE.speedPxPerMs;
}
