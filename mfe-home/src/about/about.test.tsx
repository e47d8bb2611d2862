import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { About } from './about';

test('the section describes the agency', () => {
  render(<About />);
  const section = screen.getByRole('region', { name: 'Спершу слухаємо. Потім гукаємо.' });
  expect(section).toHaveAttribute('id', 'about');
});

test.each([
  ['50+', 'фахівців'],
  ['24/7', 'підтримка'],
])('the figure %s has the label «%s» (specification, section 9)', (value, label) => {
  render(<About />);
  expect(screen.getByText(value).closest('p')).toHaveTextContent(`${value} ${label}`);
});

test('the source of the share of satisfied clients is shown if there is one', () => {
  const { rerender } = render(<About />);
  expect(screen.queryByText(/Анкета/)).not.toBeInTheDocument();
  rerender(<About satisfactionSource="Анкета 2026 року, 50 відповідей." />);
  expect(screen.getByText('Анкета 2026 року, 50 відповідей.')).toBeInTheDocument();
});
