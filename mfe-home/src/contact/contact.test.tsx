import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import { sampleDetails } from '../testing/samples';
import { Contact } from './contact';

test('the section has the form, the contact details as links, and the hours (specification, section 9)', () => {
  const chats = { telegram: 'https://t.me/vidlunnia', viber: '+380 67 1', whatsapp: '' };
  const details = { ...sampleDetails, chats };
  render(<Contact data={GOLDEN_HOME.contact} details={details} form={<form aria-label="Форма" />} />);
  const section = screen.getByRole('region', { name: 'Гукніть нас' });
  expect(section).toContainElement(screen.getByRole('form', { name: 'Форма' }));
  for (const text of [GOLDEN_HOME.contact.lead, 'вул. Соборна, 1, Вінниця'])
    expect(section).toHaveTextContent(text);
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['+380 43 000 00 00', 'tel:+380430000000'],
    ['Telegram', 'https://t.me/vidlunnia'],
    ['Viber', 'viber://chat?number=%2B380671'],
    ['hello@vidlunnia.example', 'mailto:hello@vidlunnia.example'],
  ]);
  const hours = section.querySelectorAll('dt, dd');
  expect([...hours].map(({ textContent }) => textContent)).toEqual([
    ...['Пн–Пт', '09:00–18:00'],
    ...['Сб–Нд', 'вихідні'],
  ]);
});
