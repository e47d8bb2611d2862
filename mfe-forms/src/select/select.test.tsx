import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { comboboxCode } from './combobox-code';
import { Select } from './select';
import type { SelectProps } from './select-props';
import { TYPE_AHEAD_RESET } from './type-ahead';

const options = ['Анна', 'Богдан', 'Марко', 'Марія', 'Мар’ян'].map((label) => ({ value: label, label }));

function Field(props: Partial<SelectProps>) {
  const [value, setValue] = useState('');
  return (
    <form aria-label="form">
      <label htmlFor="who">Хто</label>
      <Select
        id="who"
        name="who"
        options={options}
        value={value}
        onChange={setValue}
        required={false}
        placeholder="Оберіть"
        emptyMessage="Нікого немає"
        describedBy={undefined}
        {...props}
      />
      <button>Next</button>
    </form>
  );
}

const user = userEvent.setup({
  advanceTimers: (milliseconds) => {
    jest.advanceTimersByTime(milliseconds);
  },
});
const box = () => screen.getByRole('combobox', { name: 'Хто' });
const sent = () => new FormData(screen.getByRole<HTMLFormElement>('form')).get('who');
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;
const show = (props: Partial<SelectProps> = {}) => {
  render(<Field {...props} />);
  act(() => {
    box().focus();
  });
};

beforeAll(() => comboboxCode.fetch());
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('dropdowns open and close (specification, section 4)', () => {
  test('a click opens the options, another closes them', async () => {
    show();
    await user.click(screen.getByText('Оберіть'));
    expect(box()).toHaveAttribute('aria-expanded', 'true');
    await user.click(screen.getByText('Оберіть'));
    expect(box()).toHaveAttribute('aria-expanded', 'false');
  });

  test('Enter chooses the active option and keeps the focus', async () => {
    show();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(sent()).toBe('Богдан');
    expect(box()).toHaveValue('Богдан');
    expect(box()).toHaveFocus();
  });

  test('Enter opens the options and sends no form', async () => {
    show();
    const submitted = jest.fn();
    window.addEventListener('submit', submitted, { once: true });
    await user.keyboard('{Enter}');
    expect(screen.getByRole('listbox')).toBeInTheDocument();
    expect(box()).toHaveFocus();
    expect(submitted).not.toHaveBeenCalled();
    window.removeEventListener('submit', submitted);
  });

  test('Escape closes without choosing', async () => {
    show();
    await user.keyboard(' {ArrowDown}{Escape}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(sent()).toBe('');
  });

  test('Tab closes without choosing and moves on', async () => {
    show();
    await user.keyboard(' {ArrowDown}');
    await user.tab();
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
    expect(sent()).toBe('');
  });

  test('the chosen option is marked', async () => {
    show();
    await user.keyboard(' {Enter} ');
    expect(screen.getByRole('option', { name: 'Анна' })).toHaveAttribute('aria-selected', 'true');
  });

  test('shows in Ukrainian that there are no options', async () => {
    show({ options: [] });
    await user.keyboard(' ');
    expect(screen.getByText('Нікого немає')).toBeInTheDocument();
  });
});

describe('dropdown type-ahead (specification, section 9)', () => {
  test('letters move to an option of an open menu', async () => {
    show();
    await user.keyboard(' марі');
    expect(active()).toBe('Марія');
    expect(sent()).toBe('');
  });

  test('letters change the value of a closed one', async () => {
    show();
    await user.keyboard('марі');
    expect(sent()).toBe('Марія');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  test('the same letter again cycles', async () => {
    show();
    await user.keyboard(' мм');
    expect(active()).toBe('Марія');
    await user.keyboard('мм');
    expect(active()).toBe('Марко');
  });

  test('resets after 1 s without typing', async () => {
    show();
    await user.keyboard('м');
    act(() => {
      jest.advanceTimersByTime(TYPE_AHEAD_RESET);
    });
    await user.keyboard('а');
    expect(sent()).toBe('Анна');
    expect(TYPE_AHEAD_RESET).toBe(1000);
  });

  test('continues within 1 s of the last letter', async () => {
    show();
    for (const letter of 'марі') {
      await user.keyboard(letter);
      act(() => {
        jest.advanceTimersByTime(TYPE_AHEAD_RESET - 1);
      });
    }
    expect(sent()).toBe('Марія');
  });

  test('space continues the typing, and opens the options otherwise', async () => {
    show();
    await user.keyboard('м ');
    expect(box()).toHaveAttribute('aria-expanded', 'false');
    act(() => {
      jest.advanceTimersByTime(TYPE_AHEAD_RESET);
    });
    await user.keyboard(' ');
    expect(box()).toHaveAttribute('aria-expanded', 'true');
  });

  test('ignores shortcuts', async () => {
    show();
    await user.keyboard('{Control>}а{/Control}');
    expect(sent()).toBe('');
  });
});

describe('required and optional choices', () => {
  test('a required choice left empty blocks native validation', async () => {
    show({ required: true });
    const form = screen.getByRole<HTMLFormElement>('form');
    expect(form.checkValidity()).toBe(false);
    await user.keyboard('б');
    expect(form.checkValidity()).toBe(true);
    expect(screen.queryByRole('button', { name: 'Очистити вибір' })).not.toBeInTheDocument();
  });

  test('native validation focuses the choice', () => {
    show({ required: true });
    act(() => {
      screen.getByRole('button', { name: 'Next' }).focus();
    });
    const form = screen.getByRole<HTMLFormElement>('form');
    act(() => form.querySelector<HTMLElement>(':invalid')?.focus());
    expect(box()).toHaveFocus();
  });

  test.each(['{Backspace}', '{Delete}'])('%s clears an optional choice', async (key) => {
    show();
    await user.keyboard(`б${key}`);
    expect(sent()).toBe('');
  });

  test('a button clears an optional choice, by pointer and by keyboard', async () => {
    show();
    await user.keyboard('б');
    await user.click(screen.getByRole('button', { name: 'Очистити вибір' }));
    expect(sent()).toBe('');
    expect(box()).toHaveFocus();
    act(() => {
      jest.advanceTimersByTime(TYPE_AHEAD_RESET);
    });
    await user.keyboard('б');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(sent()).toBe('');
    expect(box()).toHaveFocus();
  });

  test('a hint describes the choice', () => {
    render(<p id="hint">Можна не обирати</p>);
    show({ describedBy: 'hint' });
    expect(box()).toHaveAccessibleDescription('Можна не обирати');
  });
});
