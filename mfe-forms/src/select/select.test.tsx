import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { box, focus, sent, showSelect } from '../testing/show-select';
import { Combobox } from './combobox';
import { comboboxCode } from './combobox-code';

const get = jest.spyOn(comboboxCode, 'get');
const fetch = jest.spyOn(comboboxCode, 'fetch');
const isNative = () => box().localName === 'select';
const choose = (value: string) => fireEvent.change(box(), { target: { value } });

/** Sets the browser's answer about a native select's list. */
const list = (state: 'open' | 'closed' | 'unknown') => {
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

describe('with its code loaded', () => {
  beforeEach(() => {
    get.mockReturnValue(Combobox);
  });

  test('it stays native until it is touched', () => {
    showSelect();
    fireEvent.pointerEnter(box());
    expect(isNative()).toBe(true);
  });

  test('focus turns it into a combobox with the same focus, value, state and description', () => {
    showSelect({ required: true, 'aria-invalid': true });
    choose('Богдан');
    expect(isNative()).toBe(true);
    expect(box()).toBeInvalid();
    focus(box());
    expect(isNative()).toBe(false);
    expect(box()).toHaveFocus();
    expect([box(), sent()]).toEqual([expect.objectContaining({ value: 'Богдан' }), 'Богдан']);
    expect(box()).toBeRequired();
    expect(box()).toHaveAttribute('aria-invalid', 'true');
    expect(box()).toHaveAccessibleDescription('Можна не обирати');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
  });

  test('one press opens the options', async () => {
    showSelect();
    await userEvent.click(box());
    expect(isNative()).toBe(false);
    expect(screen.getByRole('listbox')).toBeInTheDocument();
    expect(box()).toHaveFocus();
  });

  test('another button of the mouse does not open it', () => {
    showSelect();
    expect(fireEvent.mouseDown(box(), { button: 2 })).toBe(true);
    expect(isNative()).toBe(true);
  });
});

describe('without its code', () => {
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

  test('the browser handles a press, and the choice is kept', async () => {
    showSelect();
    expect(fireEvent.mouseDown(box())).toBe(true);
    await userEvent.selectOptions(box(), 'Анна');
    expect(isNative()).toBe(true);
    expect(sent()).toBe('Анна');
  });

  test('it is replaced as soon as the code is loaded if it has focus and its list is closed', async () => {
    const arrive = startLoading();
    showSelect();
    focus(box());
    await arrive();
    expect(isNative()).toBe(false);
    expect(box()).toHaveFocus();
  });

  test('it stays native when the code is loaded while another field has focus', async () => {
    const arrive = startLoading();
    showSelect();
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
      showSelect();
      focus(box());
      await arrive();
      expect(isNative()).toBe(true);
      if (state === 'open') list('closed');
      choose('Богдан');
      expect(isNative()).toBe(false);
      expect(box()).toHaveFocus();
      expect(sent()).toBe('Богдан');
    },
  );
});
