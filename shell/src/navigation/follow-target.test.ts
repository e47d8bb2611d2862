import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { stubResizeObserver, type LayoutChange } from '../../testing/resize-observer';
import { followTarget } from './follow-target';

const scrolled = jest.fn<(id: string) => void>();
let layout: LayoutChange;
let stop = () => undefined as unknown;

beforeEach(() => {
  jest.useFakeTimers();
  jest.resetAllMocks();
  layout = stubResizeObserver();
  // jsdom has no layout.
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolled(this.id);
  };
  document.body.innerHTML = '<main><section id="contact"><input id="name"></section></main>';
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

const section = () => document.getElementById('contact');
const follow = (id = 'contact') => {
  stop = followTarget(id);
  layout.happen();
};

test('the target is shown, and again whenever the layout changes', () => {
  follow();
  expect(scrolled.mock.calls).toEqual([['contact']]);
  layout.happen();
  expect(scrolled).toHaveBeenCalledTimes(2);
});

test('a target that arrives later is shown then', () => {
  follow('team');
  expect(scrolled).not.toHaveBeenCalled();
  document.body.insertAdjacentHTML('beforeend', '<section id="team"></section>');
  layout.happen();
  expect(scrolled.mock.calls).toEqual([['team']]);
});

test('keyboard and screen reader go on from the target', () => {
  follow();
  expect(section()).toHaveFocus();
  expect(section()).toHaveAttribute('tabindex', '-1');
});

test('a target that takes the focus by itself keeps its place in the order', () => {
  section()?.setAttribute('tabindex', '0');
  follow();
  expect(section()).toHaveFocus();
  expect(section()).toHaveAttribute('tabindex', '0');
});

test('a field that is the target stays in the order of Tab', () => {
  follow('name');
  expect(document.getElementById('name')).toHaveFocus();
  expect(document.getElementById('name')).not.toHaveAttribute('tabindex', '-1');
});

describe('it is over', () => {
  const isOver = () => {
    const before = scrolled.mock.calls.length;
    layout.happen();
    return scrolled.mock.calls.length === before && layout.observers() === 0;
  };

  test.each(['wheel', 'touchstart', 'keydown', 'pointerdown'])('once the visitor takes over (%s)', (type) => {
    follow();
    window.dispatchEvent(new Event(type));
    expect(isOver()).toBe(true);
  });

  test('after 6 s, and not before', () => {
    follow();
    jest.advanceTimersByTime(5_999);
    expect(isOver()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(isOver()).toBe(true);
  });

  test('when it is stopped, with no timer and no listener left', () => {
    const add = jest.spyOn(window, 'addEventListener');
    follow();
    const signals = add.mock.calls.map(
      ([, , options]) => typeof options === 'object' && options.signal?.aborted,
    );
    expect(signals).toEqual([false, false, false, false]);
    stop();
    expect(isOver()).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });
});
