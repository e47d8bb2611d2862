import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { PrivacyPage } from './privacy-page';

test('the page names controller, purposes, time of keeping, rights and the way to erasure', () => {
  render(<PrivacyPage retentionMonths={12} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Що ми робимо з вашими даними');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Хто за них відповідає',
    'Навіщо вони нам',
    'Скільки зберігаємо',
    'Що ви можете попросити',
    'Як видалити',
  ]);
  for (const link of screen.getAllByRole('link', { name: 'hello@vidlunnia.example' }))
    expect(link).toHaveAttribute('href', 'mailto:hello@vidlunnia.example');
});

test.each([
  [12, /^12 місяців від дня/],
  [1, /^1 місяць від дня/],
  [2, /^2 місяці від дня/],
  [5, /^5 місяців від дня/],
  [11, /^11 місяців від дня/],
  [0, /^Доки ви не попросите видалити/],
])('data kept for %d months are said to be', (months, text) => {
  render(<PrivacyPage retentionMonths={months} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});
