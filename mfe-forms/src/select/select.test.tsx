import { beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { box, focus, sent, showSelect, untilLoaded } from '../testing/show-select';

const code: object = jest.requireActual('./combobox');
const mockLoad = jest.fn(() => code);
jest.mock('./combobox', () => mockLoad());

const isNative = () => box().localName === 'select';
const choose = (value: string) => fireEvent.change(box(), { target: { value } });

beforeEach(() => {
  jest.resetModules();
  mockLoad.mockClear();
});

test('a select is native and loads no code; under the pointer it becomes a combobox with the same value, state and description', async () => {
  showSelect({ required: true, 'aria-invalid': true });
  choose('Богдан');
  expect([isNative(), sent()]).toEqual([true, 'Богдан']);
  expect(mockLoad).not.toHaveBeenCalled();
  fireEvent.pointerEnter(box());
  await untilLoaded();
  expect(isNative()).toBe(false);
  expect([box(), sent()]).toEqual([expect.objectContaining({ value: 'Богдан' }), 'Богдан']);
  expect(box()).toBeRequired();
  expect(box()).toHaveAttribute('aria-invalid', 'true');
  expect(box()).toHaveAccessibleDescription('Можна не обирати');
});

test('a focused select stays native until the visitor leaves it, even if its code is loaded', async () => {
  showSelect({ isStarted: true });
  focus(box());
  await untilLoaded();
  choose('Богдан');
  // The window loses the focus, but the select keeps it.
  fireEvent.blur(box());
  await untilLoaded();
  expect(isNative()).toBe(true);
  expect(box()).toHaveFocus();
  focus(screen.getByRole('textbox'));
  await untilLoaded();
  expect([isNative(), sent()]).toEqual([false, 'Богдан']);
  expect(screen.getByRole('textbox')).toHaveFocus();
});

test('the next touch retries code that could not be loaded', async () => {
  mockLoad.mockImplementationOnce(() => {
    throw new Error('lost');
  });
  showSelect({ isStarted: true });
  await untilLoaded();
  expect(isNative()).toBe(true);
  fireEvent.pointerEnter(box());
  await untilLoaded();
  expect(isNative()).toBe(false);
});
