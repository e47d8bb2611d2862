import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { swipeToDismiss } from './swipe-to-dismiss';

interface Moment {
  readonly x: number;
  readonly y?: number;
  /** Time of the event in ms. */
  readonly at: number;
  readonly id?: number;
  readonly button?: number;
}

const host = document.createElement('div');
const dismiss = jest.fn<(toast: Element) => void>();
let stop: () => void;

beforeEach(() => {
  document.body.append(host);
  host.innerHTML = '<p data-in="true">Збережено <button>×</button></p>';
  stop = swipeToDismiss(host, dismiss);
});
afterEach(() => {
  stop();
  dismiss.mockClear();
});

const toast = () => host.firstElementChild as HTMLElement;

/** jsdom has neither pointer events nor pointer capture. */
const fire = (name: string, { x, y = 0, at, id = 1, button = 0 }: Moment, target: Element = toast()) => {
  toast().setPointerCapture = () => undefined;
  const event = new MouseEvent(name, { bubbles: true, clientX: x, clientY: y, button });
  target.dispatchEvent(
    Object.defineProperties(event, {
      pointerId: { value: id },
      isPrimary: { value: id === 1 },
      timeStamp: { value: at },
    }),
  );
};

/** Presses the toast or its part, moves the pointer and releases it. */
const swipe = (first: Moment, last: Moment, part?: Element | null) => {
  fire('pointerdown', first, part ?? toast());
  fire('pointermove', last);
  fire('pointerup', last);
};

// Specification, section 9: 45 px or speed above 0.11.
test.each<readonly [number, number, string | null, string]>([
  [45, 5000, 'right', 'far enough, but slow'],
  [-45, 5000, 'left', 'far enough to the left'],
  [44.9, 5000, null, 'neither far nor fast'],
  [11, 100, null, 'just 0.11 px/ms is not above it'],
  [12, 100, 'right', 'a short flick'],
  [5, 0, 'right', 'faster than the clock'],
])('a swipe of %d px in %d ms dismisses to the side %s: it is %s', (x, at, side) => {
  swipe({ x: 0, at: 0 }, { x, at });
  expect(dismiss).toHaveBeenCalledTimes(side ? 1 : 0);
  expect(toast().style.translate).toBe(side ? `${String(x)}px` : '');
  expect(toast().getAttribute('data-swiped')).toBe(side);
});

test('a swipe moves the pressed toast, which springs back when the browser scrolls instead', () => {
  fire('pointerdown', { x: 10, at: 0 });
  fire('pointermove', { x: 70, at: 50 });
  expect(toast().style.translate).toBe('60px');
  expect(toast()).toHaveAttribute('data-pressed');
  fire('pointercancel', { x: 70, at: 60 });
  expect(toast().style.translate).toBe('');
  expect(toast()).not.toHaveAttribute('data-pressed');
  expect(dismiss).not.toHaveBeenCalled();
});

test.each<readonly [string, Moment, Moment, string?]>([
  ['a vertical movement', { x: 0, y: 0, at: 0 }, { x: 50, y: 60, at: 50 }],
  ['a click that moves slightly', { x: 0, at: 0 }, { x: 2, y: 1, at: 8 }],
  ['another mouse button than the first', { button: 2, x: 0, at: 0 }, { x: 90, at: 50 }],
  ['a start on the close button', { x: 0, at: 0 }, { x: 90, at: 50 }, 'button'],
])('%s is no swipe', (_, first, last, pressed = 'p') => {
  swipe(first, last, host.querySelector(pressed));
  expect(dismiss).not.toHaveBeenCalled();
});

test('a second finger is ignored while the first is down', () => {
  fire('pointerdown', { x: 0, at: 0 });
  swipe({ id: 2, x: 0, at: 10 }, { id: 2, x: 90, at: 50 });
  expect(dismiss).not.toHaveBeenCalled();
});
