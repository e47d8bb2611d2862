import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { PrivacyPage } from './privacy-page';

test.each([
  [12, /^12 місяців від дня/],
  [1, /^1 місяць від дня/],
  [2, /^2 місяці від дня/],
  [5, /^5 місяців від дня/],
  [11, /^11 місяців від дня/],
  [0, /^Доки ви не попросите видалити/],
])('the page shows the retention of %d months', (months, text) => {
  render(<PrivacyPage retentionMonths={months} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});
