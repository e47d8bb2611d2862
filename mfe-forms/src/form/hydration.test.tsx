import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { renderToString } from 'react-dom/server';
import { ContactForm } from '../contact-form/contact-form';
import { fieldOf, sampleApi, sampleProps } from '../testing/samples';
import { focus, untilLoaded } from '../testing/show-select';

const RETURNED = { name: 'Оля', email: 'nope', phone: '1', message: 'раз\nдва', service_type: 'leads' };

/** Acts after React has rendered the page, and before its effects. */
function Meanwhile({ act }: { readonly act: () => void }) {
  useLayoutEffect(act, [act]);
  return null;
}

/** Shows the server's form, and returns a function that hydrates it. */
const serve = (
  values: Readonly<Record<string, string>> | null,
  props: Parameters<typeof ContactForm>[0] = sampleProps(),
  meanwhile: () => void = () => undefined,
) => {
  const page = (
    <>
      <ContactForm {...props} outcome={values && { accepted: false, values }} />
      <Meanwhile act={meanwhile} />
    </>
  );
  const container = document.createElement('div');
  container.innerHTML = renderToString(page);
  document.body.append(container);
  return () => render(page, { container, hydrate: true });
};
const form = () => screen.getByRole<HTMLFormElement>('form');
const field = (name: string) => fieldOf(form(), name);
const choice = () => screen.getByRole('combobox');

test.each([
  ['smm', 'an empty form', null],
  ['', 'an empty form', null],
  ['smm', 'a form that was rejected', RETURNED],
  ['', 'a form that was rejected', RETURNED],
])(
  'text and the choice «%s», before the hydration of %s, are kept with untouched values and the focus',
  async (service_type, _, values) => {
    const logged = jest.spyOn(console, 'error');
    const hydrate = serve(values);
    const typed = { name: 'Іра', phone: '+380 67', message: 'три\nчотири', service_type };
    for (const [name, text] of Object.entries(typed)) field(name).value = text;
    field('message').focus();
    field('message').setSelectionRange(2, 3);
    hydrate();
    await untilLoaded();
    expect(form()).toHaveFormValues({ email: '', ...values, ...typed });
    expect(choice().localName).toBe('input');
    expect(field('message')).toHaveFocus();
    expect([field('message').selectionStart, field('message').selectionEnd]).toEqual([2, 3]);
    expect(logged).not.toHaveBeenCalled();
  },
);

test('a draft fills only fields of the server’s page that were untouched before and during hydration', () => {
  sessionStorage.setItem('draft/contact', 'name=Іра&phone=1&message=раз&service_type=leads');
  const hydrate = serve(null, sampleProps(), () => {
    field('phone').value = '2';
  });
  field('name').value = 'Оля';
  hydrate();
  expect(form()).toHaveFormValues({ name: 'Оля', phone: '2', message: 'раз', service_type: 'leads' });
});

test('the proof against spam is not kept in a draft', () => {
  const formToken = () => Promise.resolve('own.1');
  const { unmount } = serve(null, { ...sampleProps(), api: { ...sampleApi(), formToken } })();
  expect(form()).toHaveFormValues({ token: '', website: '' });
  unmount();
  const kept = sessionStorage.getItem('draft/contact');
  expect(kept).toContain('name=');
  expect(kept).not.toMatch(/token|website/);
});

test('a choice focused before hydration keeps focus and value, and is replaced when the visitor leaves it', async () => {
  const hydrate = serve(null);
  field('service_type').value = 'smm';
  field('service_type').focus();
  hydrate();
  await untilLoaded();
  expect(field('service_type')).toHaveFocus();
  focus(field('message'));
  await untilLoaded();
  expect(choice()).toHaveValue('SMM та просування');
  expect(field('service_type')).toHaveValue('smm');
});
