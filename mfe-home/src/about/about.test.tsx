import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { GOLDEN_HOME } from '@vidlunnia/contracts/golden';
import { About } from './about';

test('the section describes the agency', () => {
  render(<About data={GOLDEN_HOME.about} />);
  const section = screen.getByRole('region', { name: 'Спершу слухаємо. Потім гукаємо.' });
  expect(section).toHaveAttribute('id', 'about');
  const { story, support } = GOLDEN_HOME.about;
  for (const text of [...story, support]) expect(section).toHaveTextContent(text.replace('\u00A0', ' '));
});

test.each([
  ['50+', 'фахівців'],
  ['24/7', 'підтримка'],
])('the figure %s has the label «%s» (specification, section 9)', (value, label) => {
  render(<About data={GOLDEN_HOME.about} />);
  expect(screen.getByText(value).closest('p')).toHaveTextContent(`${value} ${label}`);
});

test('the source of the share of satisfied clients is shown if known', () => {
  const { rerender } = render(<About data={GOLDEN_HOME.about} />);
  expect(screen.queryByText(/Анкета/)).not.toBeInTheDocument();
  rerender(<About data={GOLDEN_HOME.about} satisfactionSource="Анкета 2026 року, 50 відповідей." />);
  expect(screen.getByText('Анкета 2026 року, 50 відповідей.')).toBeInTheDocument();
});
