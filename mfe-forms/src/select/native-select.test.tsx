import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Combobox } from './combobox';
import { comboboxCode } from './combobox-code';
import { Select } from './select';

const get = jest.spyOn(comboboxCode, 'get');
const fetch = jest.spyOn(comboboxCode, 'fetch');

const options = ['Анна', 'Богдан'].map((label) => ({ value: label, label }));

function Field({
  required = false,
  invalid = false,
}: {
  readonly required?: boolean;
  readonly invalid?: boolean;
}) {
  const [value, setValue] = useState('');
  return (
    <form aria-label="form">
      <input aria-label="Before" />
      <label htmlFor="who">Хто</label>
      <Select
        id="who"
        name="who"
        options={options}
        value={value}
        onChange={setValue}
        required={required}
        placeholder="Оберіть"
        emptyMessage="Порожньо"
        describedBy="hint"
        invalid={invalid}
      />
      <p id="hint">Можна не обирати</p>
    </form>
  );
}

const user = userEvent.setup();
const box = () => screen.getByRole('combobox', { name: 'Хто' });
const isNative = () => box().localName === 'select';
const sent = () => new FormData(screen.getByRole<HTMLFormElement>('form')).get('who');
const focus = (element: HTMLElement) => {
  act(() => {
    element.focus();
  });
};

/** Loading stays pending until the test ends it. */
const startLoading = () => {
  let arrive: () => void = () => undefined;
  fetch.mockReturnValue(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  return () =>
    act(async () => {
      get.mockReturnValue(Combobox);
      arrive();
      await Promise.resolve();
    });
};

type ListState = 'open' | 'closed' | 'unknown';

/** Sets the browser's answer about a native select's list. */
const list = (state: ListState) => {
  const matches = Object.getOwnPropertyDescriptor(Element.prototype, 'matches')?.value as Element['matches'];
  Object.defineProperty(HTMLSelectElement.prototype, 'matches', {
    configurable: true,
    value: function (this: HTMLSelectElement, selector: string) {
      if (selector !== ':open') return matches.call(this, selector);
      if (state === 'unknown') throw new SyntaxError('unknown pseudo-class');
      return state === 'open';
    },
  });
};

beforeEach(() => {
  get.mockReset().mockReturnValue(undefined);
  fetch.mockReset().mockResolvedValue();
  list('closed');
});
afterEach(() => {
  Reflect.deleteProperty(HTMLSelectElement.prototype, 'matches');
});

test('it stays native until it is touched, even when the code is loaded', () => {
  get.mockReturnValue(Combobox);
  render(<Field />);
  fireEvent.pointerEnter(box());
  expect(isNative()).toBe(true);
});

test('its code is loaded at the first focus in the form', () => {
  render(<Field />);
  expect(fetch).not.toHaveBeenCalled();
  focus(screen.getByRole('textbox'));
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(isNative()).toBe(true);
});

describe('with its code loaded', () => {
  beforeEach(() => {
    get.mockReturnValue(Combobox);
  });

  test('focus turns it into a combobox with the same focus, state and description', () => {
    render(<Field required />);
    focus(box());
    expect(isNative()).toBe(false);
    expect(box()).toHaveFocus();
    expect(box()).toBeRequired();
    expect(box()).toHaveAccessibleDescription('Можна не обирати');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  test('one press opens the options', async () => {
    render(<Field />);
    await user.click(box());
    expect(isNative()).toBe(false);
    expect(screen.getByRole('listbox')).toBeInTheDocument();
    expect(box()).toHaveFocus();
  });

  test('a choice in the native select is kept', () => {
    render(<Field />);
    fireEvent.change(box(), { target: { value: 'Богдан' } });
    expect(isNative()).toBe(true);
    focus(box());
    expect(box()).toHaveValue('Богдан');
    expect(sent()).toBe('Богдан');
  });

  test('another button of the mouse does not open it', () => {
    render(<Field />);
    expect(fireEvent.mouseDown(box(), { button: 2 })).toBe(true);
    expect(isNative()).toBe(true);
  });

  test('an invalid native select becomes an invalid combobox', () => {
    render(<Field required invalid />);
    expect(box()).toBeInvalid();
    focus(box());
    expect(isNative()).toBe(false);
    expect(box()).toHaveAttribute('aria-invalid', 'true');
  });
});

describe('without its code', () => {
  test('the browser handles a press, and the choice is kept', async () => {
    render(<Field />);
    expect(fireEvent.mouseDown(box())).toBe(true);
    await user.selectOptions(box(), 'Анна');
    expect(isNative()).toBe(true);
    expect(box()).toHaveValue('Анна');
    expect(sent()).toBe('Анна');
  });

  test('it is replaced as soon as the code is loaded if it has focus and its list is closed', async () => {
    const arrive = startLoading();
    render(<Field />);
    focus(box());
    await arrive();
    expect(isNative()).toBe(false);
    expect(box()).toHaveFocus();
  });

  test('it stays native when the code is loaded while another field has focus', async () => {
    const arrive = startLoading();
    render(<Field />);
    focus(box());
    focus(screen.getByRole('textbox'));
    await arrive();
    expect(isNative()).toBe(true);
    expect(screen.getByRole('textbox')).toHaveFocus();
  });

  test.each(['open', 'unknown'] as const)(
    'while its list is %s, loaded code waits for the choice, which is kept with the focus',
    async (state) => {
      list(state);
      const arrive = startLoading();
      render(<Field />);
      focus(box());
      await arrive();
      expect(isNative()).toBe(true);
      if (state === 'open') list('closed');
      fireEvent.change(box(), { target: { value: 'Богдан' } });
      expect(isNative()).toBe(false);
      expect(box()).toHaveValue('Богдан');
      expect(box()).toHaveFocus();
      expect(sent()).toBe('Богдан');
    },
  );
});
