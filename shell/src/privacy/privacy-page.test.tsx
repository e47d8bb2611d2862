import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { PrivacyPage } from './privacy-page';

test.each([
  [12, /^12 місяців від дня/],
  [1, /^1 місяць від дня/],
  [2, /^2 місяці від дня/],
  [0, /^Доки ви не попросите видалити/],
])('the page shows the retention of %d months', (months, text) => {
  render(<PrivacyPage retentionMonths={months} telegramDetails={false} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});

test('the page names everything that the forms collect', () => {
  render(<PrivacyPage retentionMonths={12} telegramDetails={false} />);
  const lists = screen
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
  expect(lists.slice(0, 2)).toEqual([
    'Із форми зв’язку: ім’я, електронна пошта, телефон, компанія, послуга, повідомлення — щоб відповісти вам і підготувати пропозицію.',
    'Із заявки: ім’я та прізвище, електронна пошта, телефон, місто, посада, кілька слів про себе — щоб розглянути вас на цю посаду.',
  ]);
});

test.each([true, false])(
  'the page names the chat in Telegram if it gets submissions: %s',
  (telegramDetails) => {
    render(<PrivacyPage retentionMonths={12} telegramDetails={telegramDetails} />);
    expect(screen.queryAllByText(/Telegram/)).toHaveLength(Number(telegramDetails));
  },
);
