import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import { sampleDetails } from '../testing/samples';
import { Contact } from './contact';

const show = () => {
  render(
    <Contact data={GOLDEN_HOME.contact} details={sampleDetails} form={<form aria-label="Напишіть нам" />} />,
  );
  return screen.getByRole('region', { name: 'Гукніть нас' });
};

test('the form is in the section', () => {
  const section = show();
  expect(section).toHaveAttribute('id', 'contact');
  expect(section).toHaveTextContent(GOLDEN_HOME.contact.lead);
  expect(section).toContainElement(screen.getByRole('form', { name: 'Напишіть нам' }));
});

test('the telephone is a link without spaces in its address', () => {
  show();
  expect(screen.getByRole('link', { name: '+380 43 000 00 00' })).toHaveAttribute(
    'href',
    'tel:+380430000000',
  );
});

test('the e-mail is a link', () => {
  show();
  const link = screen.getByRole('link', { name: 'hello@vidlunnia.example' });
  expect(link).toHaveAttribute('href', 'mailto:hello@vidlunnia.example');
});

test('the address is shown', () => {
  expect(within(show()).getByText(/вул\. Соборна, 1, Вінниця/)).toBeVisible();
});

test.each([
  ['Пн–Пт', '09:00–18:00'],
  ['Сб–Нд', 'вихідні'],
])('the hours of %s are %s (specification, section 9)', (days, time) => {
  show();
  expect(screen.getByRole('heading', { name: 'Години роботи' })).toBeVisible();
  expect(screen.getByText(days).nextElementSibling?.textContent).toBe(time);
});
