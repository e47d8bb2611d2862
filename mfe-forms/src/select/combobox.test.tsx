import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { box, focus, form, loadCombobox, sent, showCombobox } from '../testing/show-select';
import { TYPE_AHEAD_RESET_MS } from './type-ahead';

const { keyboard, click, tab } = userEvent.setup({
  advanceTimers: (milliseconds) => {
    jest.advanceTimersByTime(milliseconds);
  },
});
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;
const isOpen = () => box().getAttribute('aria-expanded') === 'true';
const clearButton = () => screen.queryByRole('button', { name: 'Очистити вибір' });
const pass = (milliseconds: number) => {
  act(() => {
    jest.advanceTimersByTime(milliseconds);
  });
};

loadCombobox();
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('dropdowns open and close (specification, section 4)', () => {
  test('a click opens the options, another closes them', async () => {
    showCombobox();
    await click(screen.getByText('Оберіть'));
    expect(isOpen()).toBe(true);
    await click(screen.getByText('Оберіть'));
    expect(isOpen()).toBe(false);
  });

  test.each([
    ['Enter chooses the active option', '{ArrowDown}{ArrowDown}{Enter}', 'Богдан'],
    ['Escape closes without choosing', ' {ArrowDown}{Escape}', ''],
    ['End and Home move to the ends', ' {End}{Enter}{Enter}{Home}{Enter}', 'Анна'],
    ['Page Down moves by five, also after letters', ' ма{PageUp}{PageDown}{Enter}', 'Мар’ян'],
  ])('%s and keeps the focus', async (_, keys, chosen) => {
    showCombobox();
    await keyboard(keys);
    expect([isOpen(), sent()]).toEqual([false, chosen]);
    expect(box()).toHaveValue(chosen);
    expect(box()).toHaveFocus();
  });

  test('Enter opens the options and sends no form', async () => {
    showCombobox();
    const submitted = jest.fn();
    form().addEventListener('submit', submitted);
    await keyboard('{Enter}');
    expect(screen.getByRole('listbox')).toBeInTheDocument();
    expect(box()).toHaveFocus();
    expect(submitted).not.toHaveBeenCalled();
  });

  test('Tab closes without choosing and moves on', async () => {
    showCombobox();
    await keyboard(' {ArrowDown}');
    await tab();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
    expect(sent()).toBe('');
  });

  test('the chosen option is marked', async () => {
    showCombobox();
    await keyboard(' {Enter} ');
    expect(screen.getByRole('option', { name: 'Анна' })).toHaveAttribute('aria-selected', 'true');
  });

  test('shows in Ukrainian that there are no options', async () => {
    showCombobox({ options: [] });
    await keyboard(' ');
    expect(screen.getByText('Нікого немає')).toBeInTheDocument();
  });
});

describe('dropdown type-ahead (specification, section 9)', () => {
  test('letters move to an option of an open menu, the same letter again to the next', async () => {
    showCombobox();
    await keyboard(' марі');
    expect([active(), sent()]).toEqual(['Марія', '']);
    await keyboard('{ArrowUp}м');
    expect(active()).toBe('Марія');
    await keyboard('мм');
    expect(active()).toBe('Марко');
  });

  test('letters change the value of a closed one', async () => {
    showCombobox();
    await keyboard('марі');
    expect([isOpen(), sent()]).toEqual([false, 'Марія']);
  });

  test('resets after 1 s without typing, and continues until then', async () => {
    expect(TYPE_AHEAD_RESET_MS).toBe(1000);
    showCombobox();
    for (const letter of 'марі') {
      await keyboard(letter);
      pass(TYPE_AHEAD_RESET_MS - 1);
    }
    expect(sent()).toBe('Марія');
    pass(1);
    await keyboard('а');
    expect(sent()).toBe('Анна');
  });

  test('space continues the typing, and opens the options otherwise', async () => {
    showCombobox();
    await keyboard('м ');
    expect(isOpen()).toBe(false);
    pass(TYPE_AHEAD_RESET_MS);
    await keyboard(' ');
    expect(isOpen()).toBe(true);
  });

  test('ignores shortcuts', async () => {
    showCombobox();
    await keyboard('{Control>}а{/Control}');
    expect(sent()).toBe('');
  });
});

describe('required and optional choices', () => {
  test('a required choice left empty blocks native validation, which focuses it', async () => {
    showCombobox({ required: true });
    focus(screen.getByRole('button', { name: 'Next' }));
    expect(form().checkValidity()).toBe(false);
    act(() => form().querySelector<HTMLElement>(':invalid')?.focus());
    expect(box()).toHaveFocus();
    await keyboard('б');
    expect(form().checkValidity()).toBe(true);
    expect(clearButton()).not.toBeInTheDocument();
  });

  test.each(['{Backspace}', '{Delete}'])('%s clears an optional choice', async (key) => {
    showCombobox();
    await keyboard(`б${key}`);
    expect(sent()).toBe('');
  });

  test.each([
    ['pointer', () => click(clearButton() ?? box())],
    ['keyboard', () => tab().then(() => keyboard('{Enter}'))],
  ])('a button clears an optional choice, by %s', async (_, press) => {
    showCombobox();
    await keyboard('б');
    await press();
    expect(sent()).toBe('');
    expect(box()).toHaveFocus();
    expect(isOpen()).toBe(false);
  });
});
