import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { ContactForm } from '../contact-form/contact-form';
import { fieldOf, sampleApi, sampleProps, sentBy } from '../testing/samples';
import { filledValues, showForm } from '../testing/show-form';
import { formNames } from '../testing/specified-forms';

afterEach(() => {
  jest.restoreAllMocks();
});

const hide = () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  hidden.mockRestore();
};

describe.each(formNames)('what was typed in the %s form', (name) => {
  test('is there after a reload, the choice included', async () => {
    await showForm(name).fill();
    hide();
    // A reload ends no effects.
    const stored = Object.fromEntries(Object.entries(sessionStorage));
    cleanup();
    sessionStorage.clear();
    Object.assign(sessionStorage, stored);
    expect(sentBy(showForm(name).form)).toEqual(filledValues(name));
  });

  test('is there when the form is mounted again', async () => {
    const { fill, unmount } = showForm(name);
    await fill();
    unmount();
    expect(sentBy(showForm(name).form)).toEqual(filledValues(name));
  });

  test.each(['', ' after it was unmounted'])('is forgotten when it was accepted%s', async (unmounted) => {
    const { fill, press, send, unmount } = showForm(name);
    let accept: (() => void) | undefined;
    send.mockReturnValueOnce(
      new Promise<void>((resolve) => {
        accept = resolve;
      }),
    );
    await fill();
    hide();
    await press();
    if (unmounted) unmount();
    act(() => accept?.());
    await waitFor(() => {
      expect(Object.keys(sessionStorage)).toEqual([]);
    });
  });
});

const show = (props: Partial<Parameters<typeof ContactForm>[0]> = {}) => {
  render(<ContactForm {...sampleProps()} {...props} />);
  return screen.getByRole<HTMLFormElement>('form');
};
const keep = (draft: object) => {
  sessionStorage.setItem('draft/contact', JSON.stringify(draft));
};

test('the proof against spam is not kept', async () => {
  const form = show({ api: { ...sampleApi(), formToken: () => Promise.resolve('own.1') } });
  await act(async () => {
    fieldOf(form, 'name').focus();
    await Promise.resolve();
  });
  hide();
  const kept: unknown = JSON.parse(sessionStorage.getItem('draft/contact') ?? '');
  expect(kept).not.toHaveProperty('token');
  expect(kept).not.toHaveProperty('website');
});

test('a draft does not replace what a rejected form brought back, but follows what a link began', () => {
  keep({ name: 'Іра', company: 'Луна', message: 'Брендинг: кав’ярні' });
  const returned = { name: 'Оля', message: 'Гей' };
  expect(show({ outcome: { accepted: false, values: returned } })).toHaveFormValues(returned);
  cleanup();
  keep({ message: 'Брендинг: кав’ярні' });
  expect(show({ chosen: { service: 'Брендинг' } })).toHaveFormValues({ message: 'Брендинг: кав’ярні' });
});

test('a form that was accepted without a script forgets its draft', () => {
  keep({ name: 'Іра' });
  expect(show({ outcome: { accepted: true, values: {} } })).toHaveFormValues({ name: '' });
  expect(sessionStorage.getItem('draft/contact')).toBeNull();
});

test.each(['{', 'null', '7', '{"name":1,"gone":"x","website":2}'])(
  'a broken draft is ignored: %s',
  (draft) => {
    sessionStorage.setItem('draft/contact', draft);
    expect(show()).toHaveFormValues({ name: '', company: '', message: '' });
  },
);

test('without storage the form works', async () => {
  jest.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  const { fill, press, send } = showForm('contact');
  await fill();
  hide();
  await press();
  expect(send).toHaveBeenCalledTimes(1);
});
