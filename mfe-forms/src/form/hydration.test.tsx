import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { ContactForm } from '../contact-form/contact-form';
import { sampleApi, sampleDetails } from '../testing/samples';

const RETURNED = { name: 'Оля', email: 'nope', phone: '1', message: 'раз\nдва', service_type: 'leads' };

const serve = (values: Readonly<Record<string, string>> | null) => {
  const outcome = values && { accepted: false, values };
  const page = <ContactForm api={sampleApi()} details={sampleDetails} outcome={outcome} data={null} />;
  const root = document.createElement('div');
  root.innerHTML = renderToString(page);
  document.body.replaceChildren(root);
  return () => {
    act(() => void hydrateRoot(root, page));
  };
};
const form = () => screen.getByRole<HTMLFormElement>('form');
const field = (name: string) => {
  const element = form().elements.namedItem(name);
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element;
  throw new Error(`no field ${name}`);
};

test.each([
  ['an empty form', null],
  ['a form that was rejected', RETURNED],
])('text typed in %s before hydration is unchanged', (_, values) => {
  const logged = jest.spyOn(console, 'error');
  const hydrate = serve(values);
  const typed = { name: 'Іра', email: '', phone: '+380 67', message: 'три\nчотири' };
  for (const [name, text] of Object.entries(typed)) field(name).value = text;
  field('message').focus();
  field('message').setSelectionRange(2, 3);
  hydrate();
  expect(form()).toHaveFormValues(typed);
  expect(field('message')).toHaveFocus();
  expect([field('message').selectionStart, field('message').selectionEnd]).toEqual([2, 3]);
  expect(logged).not.toHaveBeenCalled();
});

test('an untouched rejected form keeps its values', () => {
  serve(RETURNED)();
  expect(form()).toHaveFormValues(RETURNED);
});

test('a draft fills the fields of the server’s page in which nothing was typed meanwhile', () => {
  sessionStorage.setItem(
    'draft/contact',
    JSON.stringify({ name: 'Іра', message: 'раз', service_type: 'leads' }),
  );
  const hydrate = serve(null);
  field('name').value = 'Оля';
  hydrate();
  expect(form()).toHaveFormValues({ name: 'Оля', message: 'раз', service_type: 'leads' });
});
