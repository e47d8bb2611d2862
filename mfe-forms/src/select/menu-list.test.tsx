import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { comboboxCode } from './combobox-code';
import { HOLD_INTERVAL } from './menu-list';
import { Select } from './select';

const OPTION = 44;
const options = Array.from({ length: 10 }, (_, index) => ({
  value: String(index),
  label: `Варіант ${String(index)}`,
}));

// jsdom has no layout: a list of ten options that shows five.
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
const wait = (times: number) => {
  jest.advanceTimersByTime(times * HOLD_INTERVAL);
};

beforeAll(() => comboboxCode.fetch());
beforeEach(async () => {
  jest.useFakeTimers();
  for (const [name, value] of Object.entries(layout)) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value });
  }
  render(
    <Select
      id="choice"
      name="choice"
      options={options}
      value=""
      onChange={() => undefined}
      required
      placeholder="Оберіть"
      emptyMessage="Порожньо"
      describedBy={undefined}
    />,
  );
  await user.click(screen.getByRole('combobox'));
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

test('scroll buttons are shown only if options are hidden', () => {
  expect(down()).toBeInTheDocument();
  expect(up()).not.toBeInTheDocument();
  scrollTo(2 * OPTION);
  expect(up()).toBeInTheDocument();
  scrollTo(5 * OPTION);
  expect(screen.queryByTitle('Прокрутити список униз')).not.toBeInTheDocument();
});

test('scroll buttons repeat every 50 ms while held (specification, section 9)', () => {
  expect(HOLD_INTERVAL).toBe(50);
  press(0);
  expect(list().scrollTop).toBe(OPTION);
  jest.advanceTimersByTime(49);
  expect(list().scrollTop).toBe(OPTION);
  jest.advanceTimersByTime(1);
  expect(list().scrollTop).toBe(2 * OPTION);
  wait(2);
  expect(list().scrollTop).toBe(4 * OPTION);
});

test.each(['pointerUp', 'pointerLeave', 'pointerCancel'] as const)('a scroll button stops at %s', (end) => {
  press(0);
  fireEvent[end](down());
  wait(10);
  expect(list().scrollTop).toBe(OPTION);
});

test('a scroll button stops at the end, and the menu stays open', () => {
  press(0);
  scrollTo(5 * OPTION);
  wait(10);
  expect(list().scrollTop).toBe(5 * OPTION);
  expect(screen.getByRole('combobox')).toHaveAttribute('aria-expanded', 'true');
});

test('another button of the mouse does not scroll', () => {
  press(2);
  wait(10);
  expect(list().scrollTop).toBe(0);
});

test('scroll buttons are for pointers only', () => {
  expect(down()).toHaveAttribute('aria-hidden', 'true');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
