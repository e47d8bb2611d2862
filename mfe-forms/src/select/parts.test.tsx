import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { box, optionsOf, showCombobox } from '../testing/show-select';
import { HOLD_INTERVAL_MS } from './parts';

// jsdom has no layout, so this simulates a list of ten options that shows five.
const OPTION = 44;
Object.defineProperties(HTMLDivElement.prototype, {
  offsetHeight: { value: OPTION },
  clientHeight: { value: 5 * OPTION },
  scrollHeight: { value: 10 * OPTION },
  scrollBy: {
    value(this: HTMLElement, _left: number, top: number) {
      this.scrollTop += top;
    },
  },
});

const button = (title: string) => screen.queryByTitle(`Прокрутити список ${title}`);
const down = () => screen.getByTitle('Прокрутити список униз');
const list = () => screen.getByRole('listbox');
// jsdom lacks PointerEvent.
const press = (button: number) => fireEvent(down(), new MouseEvent('pointerdown', { bubbles: true, button }));
const scrollTo = (options: number) => {
  list().scrollTop = options * OPTION;
  fireEvent.scroll(list());
};
/** Expects the list to have scrolled by this number of options, some milliseconds later. */
const expectScrolled = (options: number, milliseconds = 0) => {
  act(() => {
    jest.advanceTimersByTime(milliseconds);
  });
  expect(list().scrollTop).toBe(options * OPTION);
};

jest.useFakeTimers();
beforeEach(async () => {
  await showCombobox({ options: optionsOf(...Array.from('0123456789')) });
  fireEvent.keyDown(box(), { key: ' ' });
  scrollTo(0);
});

test('scroll buttons appear only if options are hidden, and only for pointers', () => {
  expect(down()).toHaveAttribute('aria-hidden', 'true');
  expect(button('угору')).not.toBeInTheDocument();
  scrollTo(2);
  expect(button('угору')).toHaveAttribute('aria-hidden', 'true');
  scrollTo(5);
  expect(button('униз')).not.toBeInTheDocument();
});

test('scroll buttons repeat every 50 ms while held (specification, section 9)', () => {
  expect(HOLD_INTERVAL_MS).toBe(50);
  // Another button of the mouse.
  press(2);
  expectScrolled(0, 500);
  press(0);
  expectScrolled(1);
  expectScrolled(1, 49);
  expectScrolled(2, 1);
  expectScrolled(4, 100);
});

test.each(['pointerUp', 'pointerLeave', 'pointerCancel'] as const)('a scroll button stops at %s', (end) => {
  press(0);
  fireEvent[end](down());
  expectScrolled(1, 500);
});

test('a scroll button stops at the end, and the menu stays open, also after a touch', () => {
  press(0);
  fireEvent.touchEnd(down());
  scrollTo(5);
  expectScrolled(5, 500);
  expect(box()).toHaveAttribute('aria-expanded', 'true');
});
