import { isDismissal } from './is-dismissal';

/** A finger or a hand trembles: up to here a movement has no direction, and a press stays a press. */
const TREMBLE_PX = 3;

type Point = Pick<PointerEvent, 'clientX' | 'clientY' | 'timeStamp'>;

/** One press on a toast, from there to its release. */
export class Swipe {
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
