import { expect, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApplicationForm } from '../application-form/application-form';
import { ContactForm } from '../contact-form/contact-form';
import { sampleApi, sampleDetails, samplePositions } from '../testing/samples';

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;

const values = { name: 'Оля "Луна"', email: 'nope', phone: '1', message: 'раз\nдва', service_type: 'leads' };
const draw = (outcome: Parameters<typeof ContactForm>[0]['outcome'], api = sampleApi()) =>
  render(<ContactForm api={api} details={sampleDetails} outcome={outcome} data={null} />);

test('a form accepted without a script shows the specified text and is empty', () => {
  draw({ accepted: true, values: {} });
  expect(screen.getByText('Повідомлення успішно відправлено!').parentElement).toHaveTextContent(
    /Відповімо за один робочий день/,
  );
  expect(screen.getByRole('textbox', { name: /^Ім’я/ })).toHaveValue('');
});

test('a form rejected without a script returns with the specified text and everything typed', () => {
  draw({ accepted: false, values });
  expect(screen.getByRole('alert')).toHaveTextContent('Помилка при відправці повідомлення');
  const form = screen.getByRole('form');
  expect(form).toHaveFormValues({ ...values });
});

test('the fields that the API named are marked as the live form marks them, until they are corrected', async () => {
  draw({ accepted: false, values: { ...values, name: ' ', service_type: '' }, errors: ['name', 'email'] });
  const name = screen.getByRole('textbox', { name: /^Ім’я/ });
  const email = screen.getByRole('textbox', { name: /^Електронна пошта/ });
  expect(screen.getByRole('alert')).toHaveTextContent('Виправте поля «Ім’я», «Електронна пошта» і надішліть');
  expect(name).toHaveAccessibleDescription('Заповніть це поле.');
  expect(email).toHaveAccessibleDescription(/^Потрібна адреса на зразок name@example.com\./);
  expect(screen.getByRole('textbox', { name: /^Телефон/ })).not.toHaveAttribute('aria-invalid');
  for (const field of [name, email]) expect(field).toHaveAttribute('aria-invalid', 'true');
  await userEvent.type(email, '@example.com');
  expect(email).not.toHaveAttribute('aria-invalid');
});

test.each([
  ['too long', { phone: '1'.repeat(41) }, ['phone'], 'Скоротіть до 40 знаків.'],
  ['wrong for another reason', { phone: '1' }, ['phone'], 'Перевірте це поле.'],
])('a returned field that is %s says so', (_, typed, errors, problem) => {
  draw({ accepted: false, values: { ...values, ...typed }, errors });
  expect(screen.getByText(problem)).toBeInTheDocument();
});

test('a returned choice that was not made says so', () => {
  const outcome = { accepted: false, values: {}, errors: ['position'] };
  const props = { api: sampleApi(), details: sampleDetails, positions: samplePositions, chosen: null };
  render(<ApplicationForm {...props} outcome={outcome} data={null} />);
  expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Оберіть щось зі списку.');
  expect(screen.getByRole('alert')).toHaveTextContent('Виправте поле «Посада» і надішліть');
});

test('without a field of the form among those that the API named, the text names another way', () => {
  draw({ accepted: false, values, errors: ['token'] });
  expect(screen.getByRole('alert')).toHaveTextContent('зателефонуйте');
});

test('a returned form that is then accepted is empty', async () => {
  const api = sampleApi();
  draw({ accepted: false, values: { ...values, email: 'olia@example.com' } }, api);
  await userEvent.click(screen.getByRole('button', { name: /Надіслати/ }));
  await waitFor(() => {
    expect(screen.getByRole('textbox', { name: /^Ім’я/ })).toHaveValue('');
  });
  expect(screen.getByRole('textbox', { name: /^Повідомлення/ })).toHaveValue('');
  expect(api.contact).toHaveBeenCalledTimes(1);
});
