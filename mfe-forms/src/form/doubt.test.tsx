import { expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { untilLoaded } from '../testing/show-select';
import { showForm } from '../testing/specified-forms';
import { doubtOfEmail, doubtOfPhone } from './doubt';

test.each([
  ['gmail.con', 'gmail.com'],
  ['gmial.com', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['gmail.comm', 'gmail.com'],
  ['GMAIL.CO', 'gmail.com'],
  ['gmail', 'gmail.com'],
  ['meta.au', 'meta.ua'],
  ['ukr.net', undefined],
  // Another provider, and companies with short names.
  ['mail.com', undefined],
  ['it.ua', undefined],
  ['gmail.ua', undefined],
  // More than one slip.
  ['gml.com', undefined],
  ['gmaxxil.com', undefined],
  ['gailm.com', undefined],
])('the address name@%s means %s', (domain, provider) => {
  expect(doubtOfEmail(`name@${domain}`)?.correction).toBe(provider && `name@${provider}`);
});

test.each([
  ['+380 00 000 00 00', false],
  ['+380 00 000 00 0', true],
  ['000 000 00', true],
  ['(043) 000-00-00', false],
  ['043 000 00 0', true],
  ['43 000 00 00', false],
  ['+298 000 010', false],
  ['00-00-00', true],
  [' ', false],
  ['подзвоніть Олі', true],
])('the number «%s» lacks digits: %s', (number, lacks) => {
  expect(doubtOfPhone(number) !== undefined).toBe(lacks);
});

test.each([
  ['email', 'olia@gmail.con', 'Може, gmail.com?', 'olia@gmail.com'],
  ['phone', '+380 00 000 00', 'Схоже, у номері бракує цифр', '+380 00 000 00 00'],
])(
  'a doubtful %s, once left, has a hint until it is corrected, and is sent anyway',
  async (name, doubtful, text, right) => {
    const { field, fill, type, press, send } = showForm('contact');
    await fill();
    type({ [name]: doubtful });
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    fireEvent.blur(field(name));
    expect(field(name)).toHaveAccessibleDescription(screen.getByText(text).textContent);
    expect(screen.getByText(text).closest('[aria-live="polite"]')).not.toBeNull();
    expect(field(name)).not.toHaveAttribute('aria-invalid');
    type({ [name]: right });
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    type({ [name]: doubtful });
    fireEvent.blur(field(name));
    expect(screen.getByText(text)).toBeInTheDocument();
    await press();
    expect(send.mock.calls[0]?.[0]).toMatchObject({ [name]: doubtful });
    expect(screen.queryByText(text)).not.toBeInTheDocument();
  },
);

test('the button with the suggested provider corrects the address and focuses the field', async () => {
  const { field, type } = showForm('contact');
  type({ email: 'olia@gmail.con' });
  fireEvent.blur(field('email'));
  fireEvent.click(screen.getByRole('button', { name: 'Може, gmail.com?' }));
  await untilLoaded();
  expect(field('email')).toHaveValue('olia@gmail.com');
  expect(field('email')).toHaveFocus();
});
