import { expect, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormOutcome } from '@vidlunnia/contracts';
import { sampleProps } from '../testing/samples';
import { specifiedForms, type FormName } from '../testing/specified-forms';

const VALUES = { name: 'Оля "Луна"', email: 'nope', phone: '1', message: 'раз\nдва', service_type: 'leads' };

/** Shows a form that was sent without a script. */
const show = (outcome: Partial<FormOutcome>, name: FormName = 'contact') => {
  const props = sampleProps();
  render(specifiedForms[name].draw({ ...props, outcome: { accepted: false, values: VALUES, ...outcome } }));
  return props.api;
};
const form = () => screen.getByRole('form');
const alert = () => screen.getByRole('alert');
const field = (label: RegExp) => screen.getByRole('textbox', { name: label });

test('a form accepted without a script is empty and shows the specified text', () => {
  show({ accepted: true, values: {} });
  const title = screen.getByText('Повідомлення успішно відправлено!');
  expect(title.parentElement).toHaveTextContent(/Відповімо за один робочий день/);
  expect(form()).toHaveFormValues({ name: '', message: '' });
});

test('a form rejected without a script keeps all values and shows the specified text', () => {
  // The form has no field `token`, so the text offers another way of contact.
  show({ errors: ['token'] });
  expect(alert()).toHaveTextContent(/Помилка при відправці повідомлення.*зателефонуйте/);
  expect(form()).toHaveFormValues(VALUES);
});

test('fields that the API rejected are marked like in the live form, until they are corrected', async () => {
  show({ values: { ...VALUES, name: ' ' }, errors: ['name', 'email'] });
  const [name, email] = [field(/^Ім’я/), field(/^Електронна пошта/)];
  expect(alert()).toHaveTextContent('Виправте поля «Ім’я», «Електронна пошта» і надішліть');
  expect(name).toHaveAccessibleDescription('Заповніть це поле.');
  expect(email).toHaveAccessibleDescription(/^Потрібна адреса на зразок name@example.com\./);
  expect(field(/^Телефон/)).not.toHaveAttribute('aria-invalid');
  for (const each of [name, email]) expect(each).toHaveAttribute('aria-invalid', 'true');
  await userEvent.type(email, '@example.com');
  expect(email).not.toHaveAttribute('aria-invalid');
});

test.each([
  ['too long', '1'.repeat(41), 'Скоротіть до 40 знаків.'],
  ['wrong for another reason', '1', 'Перевірте це поле.'],
])('a returned field that is %s shows the reason', (_, phone, problem) => {
  show({ values: { ...VALUES, phone }, errors: ['phone'] });
  expect(screen.getByText(problem)).toBeInTheDocument();
});

test('a returned form without its choice shows the reason', () => {
  show({ values: {}, errors: ['position'] }, 'application');
  expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Оберіть щось зі списку.');
  expect(alert()).toHaveTextContent('Виправте поле «Посада» і надішліть');
});

test.each(['leads', ''])('a returned form with choice «%s» is emptied when accepted', async (choice) => {
  const api = show({ values: { ...VALUES, email: 'olia@example.com' } });
  fireEvent.change(screen.getByRole('combobox'), { target: { value: choice } });
  await userEvent.click(screen.getByRole('button', { name: /Надіслати/ }));
  await waitFor(() => {
    expect(form()).toHaveFormValues({ name: '', email: '', phone: '', service_type: '', message: '' });
  });
  expect(api.contact).toHaveBeenCalledTimes(1);
});
