import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { Reasons } from './reasons';

test('six reasons are numbered 01 to 06 (specification, section 2)', () => {
  render(<Reasons />);
  const section = screen.getByRole('region', { name: 'Шість обіцянок, які легко перевірити' });
  expect(section).toHaveAttribute('id', 'reasons');
  const items = within(section).getAllByRole('listitem');
  const numbers = items.map((item) => within(item).getByText(/^\d\d$/).textContent);
  expect(numbers).toEqual(['01', '02', '03', '04', '05', '06']);
  expect(within(section).getAllByRole('heading', { level: 3 })).toHaveLength(6);
});
