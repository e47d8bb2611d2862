import { expect, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormOutcome } from '@vidlunnia/contracts';
import { ContactForm } from '../contact-form/contact-form';
import { sampleProps } from '../testing/samples';
import { specifiedForms } from '../testing/specified-forms';

const VALUES = { name: 'Оля "Луна"', email: 'nope', phone: '1', message: 'раз\nдва', service_type: 'leads' };
const show = (outcome: FormOutcome, props = sampleProps()) => {
  render(<ContactForm {...props} outcome={outcome} />);
};
const form = () => screen.getByRole('form');
const field = (label: RegExp) => screen.getByRole('textbox', { name: label });

test('a form accepted without a script shows the specified text and is empty', () => {
  show({ accepted: true, values: {} });
  expect(screen.getByText('Повідомлення успішно відправлено!').parentElement).toHaveTextContent(
    /Відповімо за один робочий день/,
  );
  expect(form()).toHaveFormValues({ name: '', message: '' });
});

test('a form rejected without a script returns with the specified text and everything typed', () => {
  show({ accepted: false, values: VALUES });
  expect(screen.getByRole('alert')).toHaveTextContent('Помилка при відправці повідомлення');
  expect(form()).toHaveFormValues(VALUES);
});

test('the fields that the API named are marked as the live form marks them, until they are corrected', async () => {
  show({ accepted: false, values: { ...VALUES, name: ' ' }, errors: ['name', 'email'] });
  const [name, email] = [field(/^Ім’я/), field(/^Електронна пошта/)];
  expect(screen.getByRole('alert')).toHaveTextContent('Виправте поля «Ім’я», «Електронна пошта» і надішліть');
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
])('a returned field that is %s says so', (_, phone, problem) => {
  show({ accepted: false, values: { ...VALUES, phone }, errors: ['phone'] });
  expect(screen.getByText(problem)).toBeInTheDocument();
});

test('a returned choice that was not made says so', () => {
  const outcome = { accepted: false, values: {}, errors: ['position'] };
  render(specifiedForms.application.draw({ ...sampleProps(), outcome }));
  expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Оберіть щось зі списку.');
  expect(screen.getByRole('alert')).toHaveTextContent('Виправте поле «Посада» і надішліть');
});

test('without a field of the form among those that the API named, the text names another way', () => {
  show({ accepted: false, values: VALUES, errors: ['token'] });
  expect(screen.getByRole('alert')).toHaveTextContent('зателефонуйте');
});

test.each(['leads', ''])(
  'a returned form that is then accepted with the choice «%s» is empty',
  async (choice) => {
    const props = sampleProps();
    show({ accepted: false, values: { ...VALUES, email: 'olia@example.com' } }, props);
    fireEvent.change(screen.getByRole('combobox'), { target: { value: choice } });
    await userEvent.click(screen.getByRole('button', { name: /Надіслати/ }));
    await waitFor(() => {
      expect(form()).toHaveFormValues({ name: '', email: '', phone: '', service_type: '', message: '' });
    });
    expect(props.api.contact).toHaveBeenCalledTimes(1);
  },
);
