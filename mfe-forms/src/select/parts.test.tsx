import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { box, loadCombobox, optionsOf, showSelect } from '../testing/show-select';
import { HOLD_INTERVAL_MS } from './parts';

// jsdom has no layout: a list of ten options that shows five.
const OPTION = 44;
const layout = { offsetHeight: OPTION, clientHeight: 5 * OPTION, scrollHeight: 10 * OPTION };
const original = Object.getOwnPropertyDescriptors(HTMLElement.prototype);

const user = userEvent.setup({
  advanceTimers: (milliseconds) => {
    jest.advanceTimersByTime(milliseconds);
  },
});
const up = () => screen.queryByTitle('Прокрутити список угору');
const down = () => screen.getByTitle('Прокрутити список униз');
const list = () => screen.getByRole('listbox');
// jsdom lacks PointerEvent.
const press = (button: number) => fireEvent(down(), new MouseEvent('pointerdown', { bubbles: true, button }));
const scrollTo = (top: number) => {
  list().scrollTop = top;
  fireEvent.scroll(list());
};
const pass = (milliseconds: number) => {
  act(() => {
    jest.advanceTimersByTime(milliseconds);
  });
};

loadCombobox();
beforeEach(async () => {
  jest.useFakeTimers();
  for (const [name, value] of Object.entries(layout)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value });
  }
  showSelect({ options: optionsOf(...Array.from('0123456789')) });
  await user.click(box());
  scrollTo(0);
});
afterEach(() => {
  jest.useRealTimers();
  for (const name of Object.keys(layout)) {
    const own = original[name];
    if (own) Object.defineProperty(HTMLElement.prototype, name, own);
    else Reflect.deleteProperty(HTMLElement.prototype, name);
  }
});

test('scroll buttons are shown only if options are hidden, and only to pointers', () => {
  expect(down()).toHaveAttribute('aria-hidden', 'true');
  expect(up()).not.toBeInTheDocument();
  scrollTo(2 * OPTION);
  expect(up()).toHaveAttribute('aria-hidden', 'true');
  scrollTo(5 * OPTION);
  expect(screen.queryByTitle('Прокрутити список униз')).not.toBeInTheDocument();
});

test('scroll buttons repeat every 50 ms while held (specification, section 9)', () => {
  expect(HOLD_INTERVAL_MS).toBe(50);
  press(0);
  expect(list().scrollTop).toBe(OPTION);
  pass(49);
  expect(list().scrollTop).toBe(OPTION);
  pass(1);
  expect(list().scrollTop).toBe(2 * OPTION);
  pass(100);
  expect(list().scrollTop).toBe(4 * OPTION);
});

test.each(['pointerUp', 'pointerLeave', 'pointerCancel'] as const)('a scroll button stops at %s', (end) => {
  press(0);
  fireEvent[end](down());
  pass(500);
  expect(list().scrollTop).toBe(OPTION);
});

test('a scroll button stops at the end, and the menu stays open, also after a touch', () => {
  press(0);
  fireEvent.touchEnd(down());
  scrollTo(5 * OPTION);
  pass(500);
  expect(list().scrollTop).toBe(5 * OPTION);
  expect(box()).toHaveAttribute('aria-expanded', 'true');
});

test('another button of the mouse does not scroll', () => {
  press(2);
  pass(500);
  expect(list().scrollTop).toBe(0);
});
