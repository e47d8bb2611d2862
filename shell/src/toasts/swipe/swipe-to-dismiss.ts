import { Swipe } from './swipe';

const TOAST = '[data-in="true"]';
const CONTROLS = 'a, button';

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
