import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-toastify';
import { filledValues, showForm } from '../testing/show-form';
import { formNames, specifiedForms, type FormName } from '../testing/specified-forms';

const success = jest.spyOn(toast, 'success');
const error = jest.spyOn(toast, 'error');
const for4Seconds = expect.objectContaining({ autoClose: 4000 });

const values = (form: HTMLFormElement) => Object.fromEntries(new FormData(form));
const keys = ({ send }: ReturnType<typeof showForm>) => {
  const calls: readonly (readonly [unknown, { readonly idempotencyKey: string }])[] = send.mock.calls;
  return calls.map(([, { idempotencyKey }]) => idempotencyKey);
};

beforeEach(() => {
  success.mockClear();
  error.mockClear();
});
afterEach(() => {
  act(() => {
    toast.dismiss();
  });
});

const succeed = async (name: FormName) => {
  const shown = showForm(name);
  await shown.fill();
  await shown.press();
  return shown;
};

describe.each(formNames)('the %s form sent (specification, sections 4 and 8)', (name) => {
  const spec = specifiedForms[name];

  test('shows its toast once, for 4 s', async () => {
    await succeed(name);
    expect(success.mock.calls).toEqual([[spec.success, for4Seconds]]);
    expect(error).not.toHaveBeenCalled();
  });

  test('empties every field and leaves the focus on the button', async () => {
    const { form, select, button } = await succeed(name);
    expect(values(form)).toEqual(
      Object.fromEntries([...spec.required, ...spec.optional].map((fieldName) => [fieldName, ''])),
    );
    expect(select()).toHaveValue('');
    expect(button()).toHaveFocus();
  });

  test('says above its fields that it was sent, and what happens next, until the next attempt', async () => {
    const { send, fill, press } = await succeed(name);
    const [outcome] = screen.getAllByRole('status');
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

  test('sends the same values under a new idempotency key when they are sent once more', async () => {
    const shown = await succeed(name);
    await shown.fill();
    await shown.press();
    const [first, second] = keys(shown);
    expect(second).toEqual(expect.any(String));
    expect(second).not.toBe(first);
  });
});

const fail = async (name: FormName) => {
  const shown = showForm(name);
  shown.send.mockRejectedValueOnce(new Error('rejected'));
  await shown.fill();
  await shown.press();
  return shown;
};

describe.each(formNames)('the %s form rejected (specification, section 8)', (name) => {
  const spec = specifiedForms[name];

  test('shows its toast once, for 4 s', async () => {
    await fail(name);
    expect(error.mock.calls).toEqual([[spec.error, for4Seconds]]);
    expect(success).not.toHaveBeenCalled();
  });

  test('keeps every field', async () => {
    const { form } = await fail(name);
    expect(values(form)).toEqual(filledValues(name));
  });

  test('shows at the button other ways to contact the agency, until the next attempt', async () => {
    const { send, press } = await fail(name);
    const failure = screen.getAllByRole('status').at(-1);
    expect(failure).toHaveTextContent(spec.otherWay);
    send.mockReturnValueOnce(pendingRequest().promise);
    await press();
    expect(failure).toBeEmptyDOMElement();
  });

  test('sends the same values under the same idempotency key', async () => {
    const shown = await fail(name);
    await shown.press();
    const [first, second] = keys(shown);
    expect(second).toBe(first);
  });

  test('sends changed values under a new idempotency key', async () => {
    const shown = await fail(name);
    shown.type({ name: 'Ольга' });
    await shown.press();
    const [first, second] = keys(shown);
    expect(second).not.toBe(first);
  });
});

/** A request that stays pending until the test ends it. */
const pendingRequest = () => {
  let end: (() => void) | undefined;
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, succeed: () => end?.() };
};

const start = async (name: FormName) => {
  const shown = showForm(name);
  const request = pendingRequest();
  shown.send.mockReturnValueOnce(request.promise);
  await shown.fill();
  await shown.press();
  return { ...shown, request };
};

describe.each(formNames)('the %s form while it is being sent', (name) => {
  const spec = specifiedForms[name];

  test('has a busy button; neither it nor Enter sends again', async () => {
    const { send, request, button, field, form, press, user } = await start(name);
    expect(button()).toHaveAccessibleName(spec.busy);
    expect(button()).toHaveAttribute('aria-disabled', 'true');
    await press();
    await user.type(field('name'), '{Enter}');
    fireEvent.submit(form);
    expect(send).toHaveBeenCalledTimes(1);
    request.succeed();
    await waitFor(() => {
      expect(button()).toHaveAccessibleName(spec.submit);
    });
  });

  test('shows its toast even if it was unmounted meanwhile', async () => {
    const warned = jest.spyOn(console, 'error');
    const { request, unmount } = await start(name);
    unmount();
    request.succeed();
    await waitFor(() => {
      expect(success).toHaveBeenCalledWith(spec.success, for4Seconds);
    });
    expect(warned).not.toHaveBeenCalled();
  });
});

test.each(formNames)('two submits of the %s form at once are one request', async (name) => {
  const { fill, form, send } = showForm(name);
  send.mockReturnValueOnce(pendingRequest().promise);
  await fill();
  act(() => {
    form.requestSubmit();
    form.requestSubmit();
  });
  expect(send).toHaveBeenCalledTimes(1);
});

test.each(formNames)('the %s form is no longer marked as busy once its code is loaded', async (name) => {
  const { fill, form, send } = showForm(name);
  await fill();
  form.setAttribute('aria-busy', 'true');
  act(() => {
    form.requestSubmit();
  });
  expect(send).toHaveBeenCalledTimes(1);
  expect(form).not.toHaveAttribute('aria-busy');
  await screen.findByRole('button', { name: specifiedForms[name].submit });
});
