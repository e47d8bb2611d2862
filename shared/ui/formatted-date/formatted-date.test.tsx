/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { FormattedDate } from './formatted-date.tsx';

test.each([
  ['2026-11-17T09:00:00+02:00', '17\u00A0листопада 2026\u00A0р.'],
  ['2026-03-01T22:30:00Z', '2\u00A0березня 2026\u00A0р.'],
  ['2026-06-30T21:00:00Z', '1\u00A0липня 2026\u00A0р.'],
  ['2026-06-30T20:59:59Z', '30\u00A0червня 2026\u00A0р.'],
])('the day of %s in Kyiv reads «%s»; machines get the exact time', (value, text) => {
  render(<FormattedDate value={value} />);
  expect(screen.getByRole('time').textContent).toBe(text);
  expect(screen.getByRole('time')).toHaveAttribute('datetime', value);
});
