import { expect, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ContactForm } from '../contact-form/contact-form';
import { sampleApi, sampleDetails } from '../testing/samples';

// jsdom has no layout to scroll.
Element.prototype.scrollIntoView = () => undefined;

const values = { name: 'Оля "Луна"', email: 'nope', phone: '1', message: 'раз\nдва', service_type: 'leads' };
const draw = (outcome: Parameters<typeof ContactForm>[0]['outcome'], api = sampleApi()) =>
  render(<ContactForm api={api} details={sampleDetails} outcome={outcome} data={null} />);

test('a form accepted without a script shows the specified text and is empty', () => {
  draw({ accepted: true, values: {} });
  expect(screen.getByText('Повідомлення успішно відправлено!').closest('[role=status]')).not.toBeNull();
  expect(screen.getByRole('textbox', { name: /^Ім’я/ })).toHaveValue('');
});

test('a form rejected without a script returns with the specified text and everything typed', () => {
  draw({ accepted: false, values });
  expect(screen.getByRole('alert')).toHaveTextContent('Помилка при відправці повідомлення');
  const form = screen.getByRole('form');
  expect(form).toHaveFormValues({ ...values });
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
