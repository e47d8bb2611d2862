import { expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormOutcome } from '@vidlunnia/contracts';
import { showForm, type FormName } from '../testing/specified-forms';

const VALUES = { name: 'Оля "Луна"', email: 'nope', phone: '1', message: 'раз\nдва', service_type: 'leads' };

/** Shows a form that was sent without a script. */
const show = (outcome: Partial<FormOutcome>, name: FormName = 'contact') =>
  showForm(name, { outcome: { accepted: false, values: VALUES, ...outcome } });
const alert = () => screen.getByRole('alert');

test('a form accepted without a script is empty and shows the specified text', () => {
  const { form } = show({ accepted: true, values: {} });
  const title = screen.getByText('Повідомлення успішно відправлено!');
  expect(title.parentElement).toHaveTextContent(/Відповімо за один робочий день/);
  expect(form).toHaveFormValues({ name: '', message: '' });
});

test('a form rejected without a script keeps all values and shows the specified text', () => {
  // The form has no field `token`, so the text offers another way of contact.
  const { form } = show({ errors: ['token'] });
  expect(alert()).toHaveTextContent(/Помилка при відправці повідомлення.*зателефонуйте/);
  expect(form).toHaveFormValues(VALUES);
});

test('fields that the API rejected are marked like in the live form, until they are corrected', async () => {
  const { field } = show({ values: { ...VALUES, name: ' ' }, errors: ['name', 'email'] });
  const [name, email] = [field('name'), field('email')];
  expect(alert()).toHaveTextContent('Виправте поля «Ім’я», «Електронна пошта» і надішліть');
  expect(name).toHaveAccessibleDescription('Заповніть це поле.');
  expect(email).toHaveAccessibleDescription(/^Потрібна адреса на зразок name@example.com\./);
  expect(field('phone')).not.toHaveAttribute('aria-invalid');
  for (const each of [name, email]) expect(each).toHaveAttribute('aria-invalid', 'true');
  await userEvent.type(email, '@example.com');
  expect(email).not.toHaveAttribute('aria-invalid');
});

test.each([
  ['too long', 'contact', 'phone', '1'.repeat(41), 'Скоротіть до 40 знаків.', 'Телефон'],
  ['wrong for another reason', 'contact', 'phone', '1', 'Перевірте це поле.', 'Телефон'],
  ['missing its choice', 'application', 'position', '', 'Оберіть щось зі списку.', 'Посада'],
] as const)('a returned field that is %s shows the reason', (_, name, field, value, problem, label) => {
  const shown = show({ values: { [field]: value }, errors: [field] }, name);
  expect(shown.field(field)).toHaveAccessibleDescription(RegExp(`^${problem}`));
  expect(alert()).toHaveTextContent(`Виправте поле «${label}» і надішліть`);
});

test.each(['leads', ''])('a returned form with choice «%s» is emptied when accepted', async (choice) => {
  const { form, select, press, send } = show({ values: { ...VALUES, email: 'olia@example.com' } });
  fireEvent.change(select(), { target: { value: choice } });
  await press();
  await waitFor(() => {
    expect(form).toHaveFormValues({ name: '', email: '', phone: '', service_type: '', message: '' });
  });
  expect(send).toHaveBeenCalledTimes(1);
});
