import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { ContactForm } from '../contact-form/contact-form';
import { sampleApi, sampleDetails } from '../testing/samples';
import { filledValues, showForm } from '../testing/show-form';
import { formNames } from '../testing/specified-forms';

afterEach(() => {
  jest.restoreAllMocks();
});

const values = (form: HTMLFormElement) => Object.fromEntries(new FormData(form));
const hide = () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  hidden.mockRestore();
};
/** Leaves the page as a reload does: effects do not end. */
const reload = () => {
  hide();
  const stored = Object.fromEntries(Object.entries(sessionStorage));
  cleanup();
  sessionStorage.clear();
  Object.assign(sessionStorage, stored);
};

describe.each(formNames)('what was typed in the %s form', (name) => {
  test('is there after a reload, the choice included', async () => {
    await showForm(name).fill();
    reload();
    expect(values(showForm(name).form)).toEqual(filledValues(name));
  });

  test('is forgotten when it was accepted', async () => {
    const { fill, press } = showForm(name);
    await fill();
    hide();
    await press();
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  test('is forgotten when it was accepted after it was unmounted', async () => {
    const { fill, press, send, unmount } = showForm(name);
    let accept: (() => void) | undefined;
    send.mockReturnValueOnce(
      new Promise<void>((resolve) => {
        accept = resolve;
      }),
    );
    await fill();
    await press();
    unmount();
    accept?.();
    await waitFor(() => {
      expect(Object.keys(sessionStorage)).toEqual([]);
    });
  });

  test('is there when the form is mounted again', async () => {
    const { fill, unmount } = showForm(name);
    await fill();
    unmount();
    expect(values(showForm(name).form)).toEqual(filledValues(name));
  });
});

const draw = (props: Partial<Parameters<typeof ContactForm>[0]> = {}) => {
  const api = { ...sampleApi(), formToken: () => Promise.resolve('own.1') };
  const { container } = render(
    <ContactForm api={api} details={sampleDetails} outcome={null} data="page.1" {...props} />,
  );
  const form = container.querySelector('form');
  if (!form) throw new Error('no form');
  return form;
};
const keep = (draft: object | string) => {
  sessionStorage.setItem('draft/contact', typeof draft === 'string' ? draft : JSON.stringify(draft));
};

test('the proof against spam is not kept', async () => {
  const form = draw();
  await act(async () => {
    form.querySelector('input')?.focus();
    await Promise.resolve();
  });
  hide();
  expect(JSON.parse(sessionStorage.getItem('draft/contact') ?? '')).not.toMatchObject({
    token: expect.anything(),
  });
});

test('a draft does not replace what a rejected form brought back, but follows what a link began', () => {
  keep({ name: 'Іра', company: 'Луна', message: 'Брендинг: кав’ярні' });
  const returned = { accepted: false, values: { name: 'Оля', message: 'Гей' } };
  expect(draw({ outcome: returned })).toHaveFormValues({ name: 'Оля', message: 'Гей' });
  cleanup();
  keep({ message: 'Брендинг: кав’ярні' });
  expect(draw({ chosen: { service: 'Брендинг' } })).toHaveFormValues({ message: 'Брендинг: кав’ярні' });
});

test('a form that was accepted without a script forgets its draft', () => {
  keep({ name: 'Іра' });
  expect(draw({ outcome: { accepted: true, values: {} } })).toHaveFormValues({ name: '' });
  expect(sessionStorage.getItem('draft/contact')).toBeNull();
});

test.each(['{', 'null', '7', '{"name":1,"gone":"x","website":2}'])(
  'a broken draft is ignored: %s',
  (draft) => {
    keep(draft);
    expect(draw()).toHaveFormValues({ name: '', company: '', message: '' });
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
