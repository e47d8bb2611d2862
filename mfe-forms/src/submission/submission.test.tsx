import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-toastify';
import { sentBy } from '../testing/samples';
import { filledValues, showForm } from '../testing/show-form';
import { formNames, specifiedForms } from '../testing/specified-forms';

const success = jest.spyOn(toast, 'success');
const error = jest.spyOn(toast, 'error');
const for4Seconds = expect.objectContaining({ autoClose: 4000 });

beforeEach(() => {
  success.mockClear();
  error.mockClear();
});
afterEach(() => {
  act(() => {
    toast.dismiss();
  });
});

/** A request that stays pending until the test ends it. */
const pendingRequest = () => {
  let end: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  const succeed = () =>
    act(async () => {
      end?.();
      await promise;
    });
  return { promise, succeed };
};

describe.each(formNames)('the %s form (specification, sections 4 and 8)', (name) => {
  const spec = specifiedForms[name];
  const statuses = () => screen.getAllByRole('status');

  /** Fills and sends the form; the first request ends as given. */
  const sendFirst = async (first: Promise<void>) => {
    const shown = showForm(name);
    shown.send.mockReturnValueOnce(first);
    await shown.fill();
    await shown.press();
    const calls: readonly (readonly [unknown, { readonly idempotencyKey: string }])[] = shown.send.mock.calls;
    const keys = () => calls.map(([, { idempotencyKey }]) => idempotencyKey);
    return { ...shown, keys };
  };
  const succeed = () => sendFirst(Promise.resolve());
  const fail = () => sendFirst(Promise.reject(new Error('rejected')));

  test('when sent, shows its toast once for 4 s, empties every field and leaves the focus on the button', async () => {
    const reset = jest.spyOn(HTMLFormElement.prototype, 'reset').mockClear();
    const { form, select, button } = await succeed();
    expect(success.mock.calls).toEqual([[spec.success, for4Seconds]]);
    expect(error).not.toHaveBeenCalled();
    const fields = [...spec.required, ...spec.optional];
    expect(sentBy(form)).toEqual(Object.fromEntries(fields.map((field) => [field, ''])));
    expect(select()).toHaveValue('');
    // Without it the empty fields would be `:user-invalid`, which jsdom does not know.
    expect(reset).toHaveBeenCalled();
    expect(button()).toHaveFocus();
  });

  test('when sent, says above its fields that it was, and what happens next, until the next attempt', async () => {
    const { send, fill, press } = await succeed();
    const [outcome] = statuses();
    expect(outcome).toHaveTextContent(/ідповімо за (один робочий день|три робочі дні)/);
    // The toast says so too, in the specified words, which go with it.
    expect(outcome).not.toHaveTextContent(/надіслано/);
    expect(outcome?.parentElement).toHaveTextContent(/надіслано/);
    expect(outcome?.parentElement).not.toHaveTextContent(spec.success);
    await fill();
    expect(outcome).not.toBeEmptyDOMElement();
    send.mockReturnValueOnce(pendingRequest().promise);
    await press();
    expect(outcome?.parentElement).toHaveTextContent('');
  });

  test('when rejected, shows its toast once for 4 s and keeps every field', async () => {
    const { form } = await fail();
    expect(error.mock.calls).toEqual([[spec.error, for4Seconds]]);
    expect(success).not.toHaveBeenCalled();
    expect(sentBy(form)).toEqual(filledValues(name));
  });

  test('when rejected, shows at the button other ways to contact the agency, until the next attempt', async () => {
    const { send, press } = await fail();
    const failure = statuses().at(-1);
    expect(failure).toHaveTextContent(spec.otherWay);
    send.mockReturnValueOnce(pendingRequest().promise);
    await press();
    expect(failure).toBeEmptyDOMElement();
  });

  test('has an own random key for each submission, and the same for the same values after a failure', async () => {
    const { keys, press, fill } = await fail();
    await press();
    await fill();
    await press();
    const [first, again, next] = keys();
    expect(first).toMatch(/^[\da-f]{32}$/);
    expect(again).toBe(first);
    expect(next).toMatch(/^[\da-f]{32}$/);
    expect(next).not.toBe(first);
  });

  test('has a new key for values that were changed after a failure', async () => {
    const { keys, press, type } = await fail();
    type({ name: 'Ольга' });
    await press();
    expect(new Set(keys()).size).toBe(2);
  });

  test('while being sent, has a busy button; neither it, nor Enter, nor a second submit sends again', async () => {
    const { promise, succeed: end } = pendingRequest();
    const { send, button, field, form, press, user } = await sendFirst(promise);
    expect(button()).toHaveAccessibleName(spec.busy);
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    await press();
    await user.type(field('name'), '{Enter}');
    fireEvent.submit(form);
    expect(send).toHaveBeenCalledTimes(1);
    await end();
    expect(button()).toHaveAccessibleName(spec.submit);
  });

  test('sends two submits at once as one request', async () => {
    const { fill, form, send } = showForm(name);
    send.mockReturnValueOnce(pendingRequest().promise);
    await fill();
    act(() => {
      form.requestSubmit();
      form.requestSubmit();
    });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('shows its toast even if it was unmounted meanwhile', async () => {
    const warned = jest.spyOn(console, 'error');
    const { promise, succeed: end } = pendingRequest();
    const { unmount } = await sendFirst(promise);
    unmount();
    await end();
    await waitFor(() => {
      expect(success).toHaveBeenCalledWith(spec.success, for4Seconds);
    });
    expect(warned).not.toHaveBeenCalled();
  });
});
