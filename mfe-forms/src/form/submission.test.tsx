import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-toastify';
import { sentBy } from '../testing/samples';
import { filledValues, formNames, showForm, specifiedForms, type FormName } from '../testing/specified-forms';

const success = jest.spyOn(toast, 'success');
const error = jest.spyOn(toast, 'error');
const statuses = () => screen.getAllByRole('status');
const pending = () => new Promise<void>(() => undefined);

beforeEach(() => {
  success.mockReset();
  error.mockReset();
});

/** Fills and sends a form; the first request ends as given. */
const sendFirst = async (name: FormName, first: Promise<void>) => {
  const shown = showForm(name);
  shown.send.mockReturnValueOnce(first);
  await shown.fill();
  await shown.press();
  return shown;
};
const fail = (name: FormName) => sendFirst(name, Promise.reject(new Error('rejected')));

describe.each(formNames)('the %s form (specification, sections 4 and 8)', (name) => {
  const spec = specifiedForms[name];

  test('shows one toast on success, empties every field, leaves the focus on the button, and tells the next steps', async () => {
    const reset = jest.spyOn(HTMLFormElement.prototype, 'reset').mockClear();
    const { form, select, button, send, fill, press } = await sendFirst(name, Promise.resolve());
    expect(success.mock.calls).toEqual([[spec.success]]);
    expect(error).not.toHaveBeenCalled();
    const fields = [...spec.required, ...spec.optional];
    expect(sentBy(form)).toEqual(Object.fromEntries(fields.map((field) => [field, ''])));
    expect(select()).toHaveValue('');
    // Otherwise the empty fields would be `:user-invalid`, which jsdom lacks.
    expect(reset).toHaveBeenCalled();
    expect(button()).toHaveFocus();
    expect(button()).toHaveAccessibleName(spec.submit);
    const [outcome] = statuses();
    expect(outcome).toHaveTextContent(/ідповімо за (один робочий день|три робочі дні)/);
    // The toast with the specified text disappears.
    expect(outcome).not.toHaveTextContent(/надіслано/);
    expect(outcome?.parentElement).toHaveTextContent(/надіслано/);
    expect(outcome?.parentElement).not.toHaveTextContent(spec.success);
    // Until the next attempt.
    await fill();
    expect(outcome).not.toBeEmptyDOMElement();
    send.mockReturnValueOnce(pending());
    await press();
    expect(outcome?.parentElement).toHaveTextContent('');
  });

  test('shows one toast on rejection, keeps every field, and offers another way until the next attempt', async () => {
    const { form, send, press } = await fail(name);
    expect(error.mock.calls).toEqual([[spec.error]]);
    expect(success).not.toHaveBeenCalled();
    expect(sentBy(form)).toEqual(filledValues(name));
    const failure = statuses().at(-1);
    expect(failure).toHaveTextContent(spec.otherWay);
    send.mockReturnValueOnce(pending());
    await press();
    expect(failure).toBeEmptyDOMElement();
  });

  // What else a busy button ignores: shared/ui/button/button.test.tsx.
  test('is sent once by two submits, then has a busy button and ignores a submit', async () => {
    const { send, fill, button, form } = showForm(name);
    send.mockReturnValueOnce(pending());
    await fill();
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    expect(button()).toHaveAccessibleName(spec.busy);
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    fireEvent.submit(form);
    expect(send).toHaveBeenCalledTimes(1);
  });
});

test('a submission has a random key, which only a retry with the same values keeps', async () => {
  const { press, fill, type, send } = await fail('contact');
  send.mockRejectedValueOnce(new Error('rejected'));
  type({ name: 'Ольга' });
  await press();
  await press();
  await fill();
  type({ name: 'Ольга' });
  await press();
  const [first, changed, retry, next] = send.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey);
  for (const key of [first, changed, next]) expect(key).toMatch(/^[\da-f]{32}$/);
  expect(retry).toBe(changed);
  expect(new Set([first, changed, next]).size).toBe(3);
});

test('the toast is shown, and the draft deleted, even after an unmount of the form', async () => {
  const warned = jest.spyOn(console, 'error');
  let end: (() => void) | undefined;
  const { unmount } = await sendFirst('contact', new Promise((resolve) => (end = resolve)));
  unmount();
  expect(sessionStorage).toHaveLength(1);
  end?.();
  await waitFor(() => {
    expect(success).toHaveBeenCalledWith(specifiedForms.contact.success);
  });
  expect(sessionStorage).toHaveLength(0);
  expect(warned).not.toHaveBeenCalled();
});
