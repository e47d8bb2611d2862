import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { Reasons } from './reasons';

const reasons = Array.from({ length: 6 }, (_, index) => ({
  title: `Обіцянка ${String(index)}`,
  text: 'Текст',
}));

test('six reasons are numbered 01 to 06 (specification, section 2)', () => {
  render(<Reasons data={{ reasons }} />);
  const section = screen.getByRole('region', { name: 'Шість обіцянок, які легко перевірити' });
  expect(section).toHaveAttribute('id', 'reasons');
  const items = within(section).getAllByRole('listitem');
  const numbers = items.map((item) => within(item).getByText(/^\d\d$/).textContent);
  expect(numbers).toEqual(['01', '02', '03', '04', '05', '06']);
  expect(within(section).getAllByRole('heading', { level: 3 })).toHaveLength(6);
});
