import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { ContactForm } from '../contact-form/contact-form';
import { sampleProps, sentBy } from '../testing/samples';
import { filledValues, formNames, showForm } from '../testing/specified-forms';

afterEach(() => {
  jest.restoreAllMocks();
});

const hide = () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  hidden.mockRestore();
};
/** Leaves the page without an unmount. */
const reload = () => {
  hide();
  const stored = Object.fromEntries(Object.entries(sessionStorage));
  cleanup();
  sessionStorage.clear();
  Object.assign(sessionStorage, stored);
};

describe.each(formNames)('text typed in the %s form', (name) => {
  test.each([
    ['after a reload', reload],
    ['when the form is mounted again', cleanup],
  ])('is restored %s, including the choice', async (_, leave) => {
    await showForm(name).fill();
    leave();
    expect(sentBy(showForm(name).form)).toEqual(filledValues(name));
  });

  // Accepted after an unmount: submission.test.tsx.
  test('is deleted when it was accepted', async () => {
    const { fill, press } = showForm(name);
    await fill();
    hide();
    expect(sessionStorage).toHaveLength(1);
    await press();
    await waitFor(() => {
      expect(sessionStorage).toHaveLength(0);
    });
  });
});

type Props = Partial<Parameters<typeof ContactForm>[0]>;
const rejected = { accepted: false, values: { name: 'Оля', message: 'Гей' } };
const accepted = { accepted: true, values: {} };
const chosen = { service: 'Брендинг' };

test.each<[string, string, Props, object]>([
  ['does not replace the values of a rejected form', 'name=Іра', { outcome: rejected }, rejected.values],
  ['of an accepted form is deleted', 'name=Іра', { outcome: accepted }, { name: '' }],
  ['of a message from a link is restored', 'message=Брендинг: 1', { chosen }, { message: 'Брендинг: 1' }],
  ['that is empty keeps what a link began', 'message=', { chosen }, { message: 'Брендинг: ' }],
  ['that is invalid is ignored', '{"name":1}&gone=x&website=2', {}, { name: '', company: '', message: '' }],
])('a draft %s', (_, draft, props, values) => {
  sessionStorage.setItem('draft/contact', draft);
  render(<ContactForm {...sampleProps()} {...props} />);
  expect(screen.getByRole('form')).toHaveFormValues({ ...values });
  expect(sessionStorage.getItem('draft/contact')).toBe(props.outcome === accepted ? null : draft);
});

test('the form can be sent without storage', async () => {
  jest.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  const { fill, press, send } = showForm('contact');
  await fill();
  hide();
  await press();
  expect(send).toHaveBeenCalledTimes(1);
});
