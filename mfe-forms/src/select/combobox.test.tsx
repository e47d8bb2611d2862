import { describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { box, focus, form, sent, showCombobox } from '../testing/show-select';
import { TYPE_AHEAD_RESET_MS } from './type-ahead';

jest.useFakeTimers();
const advanceTimers = (milliseconds: number) => {
  jest.advanceTimersByTime(milliseconds);
};
const { keyboard, click } = userEvent.setup({ advanceTimers });
const isOpen = () => box().getAttribute('aria-expanded') === 'true';

describe('dropdowns open and close (specification, section 4)', () => {
  test('a click opens the options, a second click closes them', async () => {
    await showCombobox();
    for (const open of [true, false]) {
      await click(screen.getByText('Оберіть'));
      expect(isOpen()).toBe(open);
    }
  });

  test.each([
    ['Enter opens the options', '{Enter}', true, ''],
    ['space opens the options', ' ', true, ''],
    ['Enter chooses the active option', '{ArrowDown}{ArrowDown}{Enter}', false, 'Богдан'],
    ['Escape closes without choosing', ' {ArrowDown}{Escape}', false, ''],
    ['End and Home move to the ends', ' {End}{Enter}{Enter}{Home}{Enter}', false, 'Анна'],
    ['Page Down moves by five, also after letters', ' ма{PageUp}{PageDown}{Enter}', false, 'Мар’ян'],
    ['letters choose in a closed menu', 'марі', false, 'Марія'],
    ['letters move to an option of an open menu', ' марі{Enter}', false, 'Марія'],
    ['letters choose nothing in an open menu', ' марі', true, ''],
    ['the same letter moves to the next option of an open menu', ' марі{ArrowUp}ммм{Enter}', false, 'Марко'],
    ['space after a letter continues the search', 'м ', false, 'Марко'],
    ['a shortcut types nothing', '{Control>}а{/Control}', false, ''],
    ['Backspace clears an optional choice', 'б{Backspace}', false, ''],
    ['Delete clears an optional choice', 'б{Delete}', false, ''],
    ['a button, reached by Tab, clears an optional choice', 'б{Tab}{Enter}', false, ''],
  ])('%s; it keeps the focus and sends no form', async (_, keys, open, chosen) => {
    await showCombobox();
    const submitted = jest.fn();
    form().addEventListener('submit', submitted);
    await keyboard(keys);
    expect([isOpen(), sent()]).toEqual([open, chosen]);
    expect(box()).toHaveValue(chosen);
    expect(box()).toHaveFocus();
    expect(submitted).not.toHaveBeenCalled();
  });

  test('the chosen option is marked; Tab closes without choosing and moves on', async () => {
    await showCombobox();
    await keyboard(' {Enter} ');
    expect(screen.getByRole('option', { name: 'Анна' })).toHaveAttribute('aria-selected', 'true');
    await keyboard('{ArrowDown}{Tab}{Tab}');
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
    expect(sent()).toBe('Анна');
  });

  test('an empty list has a Ukrainian text', async () => {
    await showCombobox({ options: [] });
    await keyboard(' ');
    expect(screen.getByText('Немає з чого обрати')).toBeInTheDocument();
  });
});

test('type-ahead resets after 1 s without typing, and continues until then (specification, section 9)', async () => {
  expect(TYPE_AHEAD_RESET_MS).toBe(1000);
  await showCombobox();
  for (const letter of 'марі') {
    await keyboard(letter);
    advanceTimers(TYPE_AHEAD_RESET_MS - 1);
  }
  expect(sent()).toBe('Марія');
  advanceTimers(1);
  await keyboard('а');
  expect(sent()).toBe('Анна');
});

test('native validation rejects and focuses an empty required choice, which cannot be cleared', async () => {
  await showCombobox({ required: true });
  focus(screen.getByRole('button', { name: 'Next' }));
  expect(form().checkValidity()).toBe(false);
  act(() => form().querySelector<HTMLElement>(':invalid')?.focus());
  expect(box()).toHaveFocus();
  await keyboard('б{Backspace}');
  expect(form().checkValidity()).toBe(true);
  expect(screen.queryByRole('button', { name: 'Очистити вибір' })).not.toBeInTheDocument();
});
