import { describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { ContactForm } from '../contact-form/contact-form';
import { comboboxCode } from '../select/combobox-code';
import { fieldOf, sampleProps } from '../testing/samples';

const RETURNED = { name: 'Оля', email: 'nope', phone: '1', message: 'раз\nдва', service_type: 'leads' };

const serve = (values: Readonly<Record<string, string>> | null) => {
  document.body.replaceChildren();
  const page = <ContactForm {...sampleProps()} outcome={values && { accepted: false, values }} />;
  const root = document.createElement('div');
  root.innerHTML = renderToString(page);
  document.body.append(root);
  return () => {
    act(() => void hydrateRoot(root, page));
  };
};
const form = () => screen.getByRole<HTMLFormElement>('form');
const field = (name: string) => fieldOf(form(), name);

describe.each([
  ['an empty form', null],
  ['a form that was rejected', RETURNED],
])('before the hydration of %s', (_, values) => {
  test.each(['smm', ''])('text and the choice «%s» are kept, with the focus', (service_type) => {
    const logged = jest.spyOn(console, 'error');
    const hydrate = serve(values);
    const typed = { name: 'Іра', email: '', phone: '+380 67', message: 'три\nчотири', service_type };
    for (const [name, text] of Object.entries(typed)) field(name).value = text;
    field('message').focus();
    field('message').setSelectionRange(2, 3);
    hydrate();
    expect(form()).toHaveFormValues(typed);
    expect(field('message')).toHaveFocus();
    expect([field('message').selectionStart, field('message').selectionEnd]).toEqual([2, 3]);
    expect(logged).not.toHaveBeenCalled();
  });
});

test('an untouched rejected form keeps its values', () => {
  serve(RETURNED)();
  expect(form()).toHaveFormValues(RETURNED);
});

test('a draft fills the fields of the server’s page in which nothing was typed meanwhile', () => {
  const draft = { name: 'Іра', message: 'раз', service_type: 'leads' };
  sessionStorage.setItem('draft/contact', JSON.stringify(draft));
  const hydrate = serve(null);
  field('name').value = 'Оля';
  hydrate();
  expect(form()).toHaveFormValues({ ...draft, name: 'Оля' });
});

test('a choice focused before hydration passes on its focus and value when its code is loaded', async () => {
  jest.spyOn(comboboxCode, 'get').mockReturnValueOnce(undefined); // as before its code is loaded
  const hydrate = serve(null);
  const native = field('service_type');
  native.value = 'smm';
  native.focus();
  hydrate();
  expect(native).toHaveFocus();
  await act(() => comboboxCode.fetch());
  const choice = screen.getByRole('combobox');
  expect(choice).not.toBe(native);
  expect(choice).toHaveFocus();
  expect(choice).toHaveValue('SMM та просування');
  expect(field('service_type').value).toBe('smm');
});

test('the choice’s code is loaded at the first focus in the form', () => {
  const fetch = jest.spyOn(comboboxCode, 'fetch');
  serve(null)();
  expect(fetch).not.toHaveBeenCalled();
  act(() => {
    field('name').focus();
    field('email').focus();
  });
  expect(fetch).toHaveBeenCalledTimes(1);
});
